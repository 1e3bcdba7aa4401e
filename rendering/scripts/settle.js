// Runs in an isolated world, where time and built-ins are the browser's own. Animation frames are the only waiting
// used besides promises: timers do not fire there when the page's scripts are switched off.
//
// One pass: `scroll` goes down the window, and each box that scrolls in its place (`scrollersOf`), from where the last
// pass ended to the end or to `maxHeight` if anything waits for that, and back. A pass with nothing to scroll to waits
// for images and a quiet layout, and tells whether there is more below then. After a pass that scrolled, the caller
// lets the network and the page's clock run, and asks again.
async ({ lazy, scroll, alive, scripts, quietLimitMs, limitMs, maxHeight }) => {
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
  const shadows = [];
  for (let index = -1; index < shadows.length; index += 1) {
    for (const element of (index < 0 ? document : shadows[index]).querySelectorAll('*')) {
      if (element.shadowRoot !== null) shadows.push(element.shadowRoot);
    }
  }
  const images = () => [...document.images, ...shadows.flatMap((shadow) => [...shadow.querySelectorAll('img')])];
  const isUsed = (image) => image.getClientRects().length > 0;
  const result = { fonts: true, lazy: true, images: true, quiet: true, scrolled: false };
  const reached = globalThis.pagetideReached ??= new Map(); // scroller -> how far down it was, in this document
  const windows = {
    key: document, step: () => innerHeight, height, top: () => (root() ? root().scrollTop : 0),
    to: (top) => scrollTo({ left: 0, top, behavior: 'instant' }),
  };
  const inside = (box) => ({
    key: box, step: () => box.clientHeight, height: () => box.scrollHeight, top: () => box.scrollTop,
    to: (top) => box.scrollTo({ top, behavior: 'instant' }),
  });
  const boxes = scrollersOf();
  const scrollers = [windows, ...boxes.map(inside)];
  const seenOf = (scroller) => Math.max(reached.get(scroller.key) ?? 0, scroller.step());

  if (document.fonts) result.fonts = await within(document.fonts.ready);
  result.heightBefore = height();

  // what the page's scripts, where they run, keep empty until it is seen
  const isPlaceholder = (image) => scripts && (image.currentSrc === '' || image.currentSrc.startsWith('data:'))
    && ['data-src', 'data-lazy-src', 'data-original', 'data-srcset'].some((name) => image.hasAttribute(name));
  const isLazy = (image) => image.loading === 'lazy' && !image.complete;
  const waitsForScroll = () => lazy || images().some((image) => isLazy(image) || isPlaceholder(image))
    || document.querySelector('iframe[loading=lazy]') !== null;
  const end = (scroller) => Math.min(scroller.height(), maxHeight);
  const goesOnBelow = (scroller) => seenOf(scroller) < end(scroller);
  const goDown = async (scroller) => {
    if (!goesOnBelow(scroller)) return;
    const before = scroller.key === document ? 0 : scroller.top();
    let top = seenOf(scroller);
    for (; top < end(scroller) && left() > 0; top += scroller.step()) {
      scroller.to(top);
      await frame();
      await task(); // the frame is laid out, and observers know what it shows
    }
    result.lazy = result.lazy && left() > 0;
    result.scrolled = true;
    reached.set(scroller.key, Math.min(top, end(scroller)));
    if (scroller.key !== document && scroller.top() !== before) {
      scroller.to(before);
      await frame();
    }
  };
  if (scroll && waitsForScroll()) for (const scroller of scrollers) await goDown(scroller);
  if (root() && (root().scrollTop > 0 || root().scrollLeft !== 0)) {
    scrollTo({ left: 0, top: 0, behavior: 'instant' });
    await frame();
  }
  result.reached = Math.max(0, ...scrollers.map((scroller) => reached.get(scroller.key) ?? 0));
  result.gone = scrollers.reduce((sum, scroller) => sum + (reached.get(scroller.key) ?? 0), 0);

  const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
  // whether a box was in sight as the page was scrolled, of the boxes that scroll in the window's place, too
  const isShown = (image) => {
    if (!isUsed(image)) return false;
    const { top } = image.getBoundingClientRect();
    for (let each = image; each !== null; each = parentOf(each)) {
      if (boxes.includes(each)) return top - each.getBoundingClientRect().top + each.scrollTop < seenOf(inside(each));
    }
    return top + scrollY < seenOf(windows);
  };
  // by a box around it: the next picture of a row that a button moves is seen by nobody, and never asked for
  const isCutOff = (image) => {
    const own = image.getBoundingClientRect();
    for (let each = parentOf(image); each !== null && each !== document.body; each = parentOf(each)) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      if (overflowX !== 'visible' && (own.left >= box.right || own.right <= box.left)) return true;
      if (overflowY !== 'visible' && !boxes.includes(each) && (own.top >= box.bottom || own.bottom <= box.top)) return true;
    }
    return own.right + scrollX <= 0 || own.left + scrollX >= Math.max(innerWidth, root().scrollWidth);
  };
  const unfinished = () => images().filter((image) => !image.complete && (image.loading !== 'lazy' || (isShown(image) && !isCutOff(image))));
  if (!result.scrolled) {
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
  result.more = [windows, ...scrollersOf().map(inside)].some(goesOnBelow); // a box may have begun to scroll
  result.height = Math.max(...scrollers.map((scroller) => scroller.height()));
  // pictures that a visitor would see further down and that were never asked for
  const isMissing = (image) => (isLazy(image) || isPlaceholder(image)) && isUsed(image)
    && image.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isCutOff(image);
  const missing = images().filter(isMissing);
  result.unasked = {
    count: missing.length,
    urls: missing.slice(0, 3).map((image) => image.src || image.dataset.src || image.dataset.original || ''),
  };
  result.counts = {
    all: images().length,
    broken: images().filter((image) => image.complete && image.currentSrc !== '' && image.naturalWidth === 0).length,
    waiting: images().filter((image) => !image.complete).length,
  };
  return result;
}
