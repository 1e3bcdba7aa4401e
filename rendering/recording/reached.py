"""Adds the addresses that the gateway connected to, which the browser cannot see.

Through a SOCKS server Chromium sees one address, the server's, and one error for whatever happened behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from rendering.network.gateway import Gateway, Refusal
from rendering.network.problems import is_the_gateways, problem_of, refusal_error, refusal_problem
from rendering.recording.exchange_log import Hop
from rendering.recording.received_head import reason_of, with_status_line
from storage.records import Exchange, Problem

_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}


class Reached:
    """Asks one browser's gateway; without one, what the browser says stands."""

    def __init__(self, gateway: Gateway | None) -> None:
        self._gateway = gateway

    def exchanges(self, told: Iterable[Exchange]) -> tuple[Exchange, ...]:
        """Exchanges with the servers' addresses, and with the reasons why servers were not reached."""
        return tuple(self._exchange(exchange) for exchange in told)

    def problem(self, error: BaseException, url: str, documents: Sequence[Hop]) -> Problem:
        """Why the navigation to ``url`` failed; ``documents`` are the requests it led to, the newest last."""
        if self._gateway is not None and is_the_gateways(str(error)):
            asked = documents[-1].url if documents else url
            refusal = self._refusal(asked)
            if refusal is not None:
                return refusal_problem(refusal, url, asked)
        return problem_of(error, url)

    def _exchange(self, exchange: Exchange) -> Exchange:
        if self._gateway is None:
            return exchange
        if is_the_gateways(exchange.error):
            refusal = self._refusal(exchange.url)
            return (
                exchange if refusal is None else replace(exchange, error=refusal_error(refusal, exchange.url))
            )
        if exchange.remote_ip is None and exchange.status is None:
            return exchange  # nobody answered; of what a worker imports the browser tells an answer, and no address
        host, port = _host_and_port(exchange.url)
        reached = replace(exchange, remote_ip=self._gateway.address(host, port))
        lines = self._gateway.status_lines(host, port)
        if not lines or exchange.response_head is None:
            return reached
        head = with_status_line(exchange.response_head, lines)
        return (
            reached
            if head == exchange.response_head
            else replace(reached, response_head=head, reason=reason_of(head))
        )

    def _refusal(self, url: str) -> Refusal | None:
        host, port = _host_and_port(url)
        return None if self._gateway is None else self._gateway.refusal(host, port)


def _host_and_port(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
