"""``Network`` events of one channel, written into the log: headers as sent and received, addresses, ends, failures."""

from __future__ import annotations

import re
from typing import Any

from rendering.recording.bodies import is_endless
from rendering.recording.channels import Channel, WorkerChannel
from rendering.recording.exchange_log import parsed_headers, sent_body
from rendering.recording.received_head import headers_of, received_head
from rendering.recording.recorder_state import NETWORK, Recording
from rendering.recording.sockets import SocketLog

BUFFERS = {"maxTotalBufferSize": 256 * 1024 * 1024, "maxResourceBufferSize": 128 * 1024 * 1024}
_COMPLETE = ("net::ERR_ABORTED", "net::ERR_HTTP_RESPONSE_CODE_FAILURE")  # so end downloads and empty answers
_BROKE_OFF = re.compile(
    "CONNECTION|INCOMPLETE|MISMATCH|CHUNKED|DECODING|HTTP2|QUIC|SSL|NETWORK|TIMED_OUT|SOCKET|EMPTY"
)
"""What Chromium's errors say where a body did not come to its end; others are the browser's verdict on a whole one."""


class NetworkEvents:
    """Listens to the page or to one of its workers."""

    def __init__(self, recording: Recording, channel: Channel) -> None:
        self._recording = recording
        self._channel = channel

    async def start(self) -> None:
        """Begin to listen."""
        for event, listener in (
            ("Network.requestWillBeSent", self._on_request),
            ("Network.requestWillBeSentExtraInfo", self._on_request_extra),
            ("Network.responseReceived", self._on_response),
            ("Network.responseReceivedExtraInfo", self._on_response_extra),
            ("Network.dataReceived", self._on_data),
            ("Network.loadingFinished", self._on_finished),
            ("Network.loadingFailed", self._on_failed),
            ("Network.requestServedFromCache", self._on_memory),
            ("Network.webSocketCreated", self._on_socket),
            ("Network.webSocketHandshakeResponseReceived", self._on_socket_answer),
            ("Network.webSocketFrameSent", lambda event: self._on_message("sent", event)),
            ("Network.webSocketFrameReceived", lambda event: self._on_message("received", event)),
        ):
            self._channel.on(event, listener)
        await self._channel.send("Network.enable", {**BUFFERS, "maxPostDataSize": 1024 * 1024})

    def _on_request(self, event: dict[str, Any]) -> None:
        recording, key, request = self._recording, event["requestId"], event["request"]
        if recording.finished or not request["url"].startswith(NETWORK):
            return
        if "redirectResponse" in event:
            self._redirected(key, event, request["url"])
        hop = recording.hop(key, "sent")
        recording.weigh()
        if hop is None:
            recording.budget.refused += 1
            return
        recording.note_channel(key, self._channel)
        hop.url, hop.method = request["url"], request["method"]
        hop.resource_type = event.get("type", hop.resource_type)
        hop.announced = True
        hop.frame_id = event.get("frameId", "")
        hop.request_headers = tuple(request.get("headers", {}).items())
        hop.request_body = sent_body(request)
        hop.request_body_missing = bool(request.get("hasPostData")) and hop.request_body is None
        hop.endless = hop.endless or is_endless(hop)
        if not hop.endless and not hop.finished:
            recording.opened(key)
            if not isinstance(self._channel, WorkerChannel):
                recording.awaited.began(key, hop)

    def _redirected(self, key: str, event: dict[str, Any], target: str) -> None:
        log = self._recording.log
        hop = log.previous_hop(key)
        if hop is None:
            return
        hop.take_response(event["redirectResponse"])
        hop.redirect_to, hop.finished = target, True
        if not event.get("redirectHasExtraInfo", True):
            # the browser redirected by itself (HSTS): nothing was sent, and nothing more is told
            log.skip(key, "sent extra")
            log.skip(key, "received extra")

    def _on_request_extra(self, event: dict[str, Any]) -> None:
        hop = self._recording.hop(event["requestId"], "sent extra")
        if hop is not None:
            hop.sent_headers = parsed_headers(event)

    def _on_response_extra(self, event: dict[str, Any]) -> None:
        hop = self._recording.hop(event["requestId"], "received extra")
        if hop is not None:
            hop.received_head = received_head(event)
            hop.received_headers = headers_of(hop.received_head)
            hop.wire_status = int(event["statusCode"])
            hop.status = hop.status or hop.wire_status

    def _on_response(self, event: dict[str, Any]) -> None:
        key = event["requestId"]
        hop = self._recording.known(key)
        if hop is None:
            return
        hop.take_response(event["response"])
        hop.frame_id = event.get("frameId", hop.frame_id)
        self._recording.awaited.responded(key, hop)
        if is_endless(hop):
            hop.endless = True
            self._recording.closed(key)
        if hop.endless or (hop.resource_type == "Document" and not hop.is_held):
            self._recording.spawn(self._recording.bodies.follow(self._channel, key, hop))

    def _on_data(self, event: dict[str, Any]) -> None:
        recording, key = self._recording, event["requestId"]
        hop = recording.known(key)
        if hop is None:
            return
        before, hop.decoded_bytes = hop.decoded_bytes, hop.decoded_bytes + int(event["dataLength"])
        if hop.parts is not None:
            if "data" in event:
                recording.bodies.add(hop, event["data"])
            recording.weigh()
        elif before <= recording.budget.room < hop.decoded_bytes and hop.body is None and not hop.is_held:
            recording.spawn(recording.bodies.read_beginning(self._channel, key, hop, "length"))

    def _on_finished(self, event: dict[str, Any]) -> None:
        recording, key = self._recording, event["requestId"]
        recording.closed(key)
        hop = recording.known(key)
        if hop is None:
            return
        hop.finished, hop.received_bytes = True, int(event.get("encodedDataLength", 0))
        if hop.parts is not None:
            if hop.parts:
                hop.join(None)
        elif hop.is_unread and not hop.is_held:
            recording.spawn(recording.bodies.read(self._channel, key, hop))
        recording.weigh()

    def _on_failed(self, event: dict[str, Any]) -> None:
        recording, key = self._recording, event["requestId"]
        recording.closed(key)
        hop = recording.known(key)
        if hop is None or hop.finished:
            return
        hop.finished = True
        complete = event["errorText"] in _COMPLETE
        if complete and (hop.body is not None or (hop.needs_no_body and hop.status is not None)):
            return
        blocked = event.get("blockedReason")
        hop.error = hop.error or (f"refused by the browser: {blocked}" if blocked else event["errorText"])
        hop.join("disconnect")
        if hop.body is not None and _BROKE_OFF.search(event["errorText"]):
            hop.cut("disconnect")
        elif hop.body is None and hop.status is not None:
            recording.spawn(recording.bodies.read_beginning(self._channel, key, hop, "disconnect"))
        if (
            hop.resource_type == "Document"
            and hop.frame_id == recording.main_frame_id
            and not complete
            and hop.truncated != "length"
        ):
            recording.document_failed.set()

    def _on_memory(self, event: dict[str, Any]) -> None:
        hop = self._recording.known(event["requestId"])
        if hop is not None:
            hop.from_memory = True

    def _on_socket(self, event: dict[str, Any]) -> None:
        hop = self._recording.hop(event["requestId"], "sent")
        if hop is not None:
            hop.url, hop.resource_type, hop.endless = event["url"], "WebSocket", True
            hop.socket = SocketLog()

    def _on_socket_answer(self, event: dict[str, Any]) -> None:
        hop = self._recording.known(event["requestId"])
        if hop is not None:
            response = event["response"]
            hop.status, hop.reason = int(response["status"]), response.get("statusText", "")
            hop.received_headers = parsed_headers(response)
            hop.sent_headers = tuple(response.get("requestHeaders", {}).items())

    def _on_message(self, direction: str, event: dict[str, Any]) -> None:
        hop = self._recording.known(event["requestId"])
        if hop is not None and hop.socket is not None:
            hop.socket.take(direction, event["response"])
