// Stands in front of ReplayWeb.page's service worker, which answers for every archived page, so that none of them opens
// a peer connection (WebRTC): nothing else in a browser leaves without asking a service worker first. Pages do not find
// the means to make one, and a policy that Chromium knows stands behind that. The policy of the page around it does not
// reach into what a worker answers.
'use strict';

const POLICIES = {
  'Connection-Allowlist': '(response-origin);redirects=allow;webrtc=block',
  'Content-Security-Policy': "webrtc 'block'", // in drafts of CSP; no browser of 2026 follows it
};
const REPLAYS = '<!-- WB Insert -->'; // where ReplayWeb.page begins, before the first script of the page
const WITHOUT_PEERS = '<script>delete window.RTCPeerConnection; delete window.webkitRTCPeerConnection;</script>';
const WITHIN = 65536; // bytes

const runsScripts = ({ mode, destination }) => mode === 'navigate' || /worker$/.test(destination);
const withoutPeers = async (response) => {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const at = new TextDecoder('latin1').decode(bytes.subarray(0, WITHIN)).indexOf(REPLAYS);
  return at < 0 ? bytes : new Blob([bytes.subarray(0, at), WITHOUT_PEERS, bytes.subarray(at)]);
};
const confined = async (response) => {
  if (response.status === 0 || response.body === null) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(POLICIES)) headers.append(name, value);
  const isPage = (headers.get('Content-Type') ?? '').includes('html');
  return new Response(isPage ? await withoutPeers(response) : response.body, { status, statusText, headers });
};

const listen = self.addEventListener.bind(self);
self.addEventListener = (type, listener, options) => {
  if (type !== 'fetch') return listen(type, listener, options);
  return listen(type, (event) => {
    const respondWith = event.respondWith.bind(event);
    event.respondWith = (answer) => respondWith(
      runsScripts(event.request) ? Promise.resolve(answer).then(confined) : answer,
    );
    return listener.call(self, event);
  }, options);
};
importScripts('/replay/component.js');
