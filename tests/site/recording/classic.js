importScripts('/recording/imported.js');
const socket = new WebSocket(`ws://${location.host}/kind/socket?worker`);
socket.onopen = () => socket.send('from a worker');
Promise.all(['/plain.txt?by-classic', '/words/5000?by-classic', '/big/2000?by-classic', '/status/404?by-classic'].map(async (url) => (await fetch(url)).text()))
  .then((texts) => postMessage(texts.map((text) => text.length + added).join(' ')));
