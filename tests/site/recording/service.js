importScripts('/recording/imported.js');
addEventListener('install', (event) => { skipWaiting(); event.waitUntil(fetch('/plain.txt?installed').then((answer) => answer.text())); });
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('made-up')) event.respondWith(new Response('made up'));
  if (event.request.url.endsWith('passed-on')) event.respondWith(fetch('/plain.txt?passed-on'));
});
