import { added } from '/recording/part.js';
fetch('/echo?by-module', {method: 'POST', body: 'module'}).then((answer) => answer.text()).then((text) => postMessage(text.length + added));
