const answer = fetch('/plain.txt?by-shared').then((answer) => answer.text());
onconnect = (event) => { answer.then((text) => event.ports[0].postMessage(text.length)); };
