// Runs in an isolated world, where time and built-ins are the browser's own. Animation frames are the only waiting
// used besides promises: timers do not fire there when the page's scripts are switched off.
//
// One pass: `scroll` goes down from `from` to the end or to `maxHeight` if anything waits for that, and back to the
// top; `rest` waits for images and a quiet layout. After a pass that scrolled, the caller lets the network and the
// page's clock run, and asks again.
async ({ lazy, scroll, from, rest, alive, quietLimitMs, limitMs, maxHeight }) => {
  const FRAME_MS = 12;
  const STATIC_FRAMES = 1; // for which the layout of a page without scripts must stand still
  const ALIVE_FRAMES = 4;
  const started = performance.now();
  const left = () => limitMs - (performance.now() - started);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const channel = new MessageChannel();
  const task = () => new Promise((done) => { channel.port1.onmessage = done; channel.port2.postMessage(0); });
  const within = async (promise) => {
    let state = 'waiting';
    promise.then(() => { state = 'done'; }, () => { state = 'done'; });
    await Promise.resolve();
    while (state === 'waiting' && left() > 0) await Promise.race([frame(), promise.then(() => {}, () => {})]);
    return state === 'done';
  };
  const root = () => document.scrollingElement || document.documentElement;
  const height = () => (root() ? root().scrollHeight : 0);
  const images = () => [...document.images];
  const isUsed = (image) => image.getClientRects().length > 0;
  const result = { fonts: true, lazy: true, images: true, quiet: true, scrolled: false, reached: from };

  if (document.fonts) result.fonts = await within(document.fonts.ready);
  result.heightBefore = height();

  const waitsForScroll = () => lazy || images().some((image) => image.loading === 'lazy' && !image.complete);
  const end = () => Math.min(height(), maxHeight);
  if (scroll && end() > innerHeight && waitsForScroll()) {
    let top = from > 0 ? from : innerHeight;
    for (; top < end() && left() > 0; top += innerHeight) {
      scrollTo({ left: 0, top, behavior: 'instant' });
      await frame();
      await task(); // the frame is laid out, and observers know what it shows
    }
    result.lazy = left() > 0;
    result.scrolled = true;
    result.reached = Math.min(top, end());
  }
  if (root() && (root().scrollTop > 0 || root().scrollLeft !== 0)) {
    scrollTo({ left: 0, top: 0, behavior: 'instant' });
    await frame();
  }

  const isShown = (image) => isUsed(image) && image.getBoundingClientRect().top + scrollY < Math.max(result.reached, innerHeight);
  const unfinished = () => images().filter((image) => !image.complete && (image.loading !== 'lazy' || isShown(image)));
  if (rest && !result.scrolled) {
    const decoded = async () => {
      while (unfinished().length > 0 && left() > 0) await frame();
      result.images = unfinished().length === 0;
      const decodable = images().filter((image) => image.complete && image.naturalWidth > 0 && isUsed(image));
      await within(Promise.all(decodable.map((image) => image.decode().catch(() => {}))));
    };
    let haveImages = false;
    decoded().then(() => { haveImages = true; });

    const shape = () => [
      height(), root() ? root().scrollWidth : 0, document.getElementsByTagName('*').length,
      document.body ? document.body.textContent.length : 0,
    ].join();
    let before = shape();
    await task(); // where nothing is to be decoded that is known now
    let since = performance.now();
    let same = 0;
    const quietFrames = alive || document.scripts.length > 0 ? ALIVE_FRAMES : STATIC_FRAMES;
    const quietMs = FRAME_MS * quietFrames; // frames alone can follow each other at once on a busy machine
    let quietBy = null; // counted from when the images are there; while they are decoded, quiet counts already
    while (quietBy === null || same < quietFrames || performance.now() - since < quietMs) {
      if (quietBy !== null && performance.now() > quietBy) { result.quiet = false; break; }
      if (haveImages && quietBy === null) {
        quietBy = performance.now() + Math.min(quietLimitMs, Math.max(left(), 2 * quietMs));
        same = Math.min(same, quietFrames - 1); // one frame at least shows them all
      }
      await frame();
      same += 1;
      const after = shape();
      if (after !== before) { since = performance.now(); same = 0; }
      before = after;
    }
  }
  result.height = height();
  result.counts = {
    all: images().length,
    broken: images().filter((image) => image.complete && image.currentSrc !== '' && image.naturalWidth === 0).length,
    waiting: images().filter((image) => !image.complete).length,
  };
  return result;
}
