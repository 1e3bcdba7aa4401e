// Runs in an isolated world of one frame: what moves is stopped at a stated point, so that two screenshots of one
// state are equal. Finite animations go to their last frame, endless ones are as if they had never run, films and
// SVG animations go to their beginning. What a page starts in answer to that is stopped too, some rounds long.
async ({ limitMs }) => {
  const ROUNDS = 6;
  const FIRST_PICTURE_S = 0.03;
  const FIRST_PICTURE_MS = 800; // a film may begin later than at 0
  const started = performance.now();
  const left = () => limitMs - (performance.now() - started);
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 250); });
  const after = (ms) => new Promise((done) => { setTimeout(done, ms); });
  const event = (target, name) => new Promise((done) => { target.addEventListener(name, done, { once: true }); });

  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);

  const stopAnimations = () => {
    let stopped = 0;
    for (const animation of new Set(roots.flatMap((root) => root.getAnimations()))) {
      const timing = animation.effect ? animation.effect.getComputedTiming() : null;
      if (timing === null || animation.playbackRate === 0 || animation.playState === 'finished') continue;
      stopped += 1;
      try {
        if (timing.endTime === Infinity) animation.cancel();
        else animation.finish();
      } catch { animation.cancel(); }
    }
    return stopped;
  };
  const stopMedia = () => {
    let stopped = 0;
    for (const medium of all('video, audio')) {
      if (medium.autoplay) medium.autoplay = false;
      if (!medium.paused) stopped += 1;
      medium.pause(); // also one that is paused: the browser itself stops films out of sight, to go on when they are seen
    }
    return stopped;
  };
  // "seeked" comes when the picture is decoded; the callback tells which picture is shown, at first still the old one
  const showsFirst = (video) => new Promise((done) => {
    const look = (_, { mediaTime }) => {
      if (mediaTime < FIRST_PICTURE_S) done(true);
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    setTimeout(() => done(false), FIRST_PICTURE_MS);
  });
  const rewound = async (medium) => {
    if (medium.currentTime === 0 && medium.played.length === 0) return;
    const first = medium.videoWidth > 0 ? showsFirst(medium) : Promise.resolve(true);
    medium.currentTime = 0;
    // not the first picture alone: one of a film that had just begun is told of before another replaces it
    if (medium.seeking) await Promise.race([event(medium, 'seeked'), after(FIRST_PICTURE_MS)]);
    if (await first && medium.currentTime === 0) return;
    // it cannot be rewound, or its picture does not follow: begun anew it stands at its beginning
    const isReady = event(medium, 'loadeddata');
    medium.preload = 'auto';
    medium.load();
    await isReady;
  };
  const loaded = async (video) => {
    const isComing = video.networkState === HTMLMediaElement.NETWORK_LOADING && video.preload !== 'none';
    if (isComing && video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
      await Promise.race([event(video, 'loadeddata'), event(video, 'suspend'), event(video, 'error')]);
    }
  };
  const inTime = async (promise) => {
    let done = false;
    promise.then(() => { done = true; }, () => { done = true; });
    await Promise.resolve();
    while (!done && left() > 0) await Promise.race([frame(), promise]);
  };

  for (let round = 0; round < ROUNDS && stopAnimations() + stopMedia() > 0 && left() > 0; round += 1) await frame();
  const media = all('video, audio');
  if (media.length > 0) {
    await inTime(Promise.all(media.map(rewound)));
    await inTime(Promise.all(all('video').map(loaded)));
    if (stopMedia() > 0) await inTime(Promise.all(media.map(rewound))); // one that went on when its data came
    // a paused film hands its newest picture on only with the next frame that it is asked for, and nobody asks it for
    // one; while a callback is pending the browser does (for a second), so that the picture rewound to is what is shown
    for (const video of all('video')) video.requestVideoFrameCallback(() => {});
    await frame();
    await frame();
  }
  for (const svg of all('svg')) {
    if (svg.ownerSVGElement === null && svg.querySelector('animate, animateTransform, animateMotion, set') !== null) {
      svg.pauseAnimations();
      svg.setCurrentTime(0);
    }
  }
  for (const root of roots) {
    if (!root.adoptedStyleSheets) continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { caret-color: transparent !important; }');
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}
