fetch('/plain.txt?by-nested').then((answer) => answer.text()).then((text) => postMessage(text.length));
