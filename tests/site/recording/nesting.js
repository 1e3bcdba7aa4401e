const inner = new Worker('/recording/nested.js');
inner.onmessage = (event) => postMessage(event.data);
