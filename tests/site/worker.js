Promise.all(['/plain.txt?by-worker', '/words/500?by-worker'].map(async (path) => (await fetch(path)).text()))
  .then((texts) => postMessage(texts.join('')));
