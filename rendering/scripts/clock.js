// The page's time, in the page's own world, from before its first script: Date, performance.now, timers and
// animation frames run on a virtual clock that starts at `at` and moves only when `advance` is called. A page
// therefore shows the same thing however fast the machine is. Math.random and crypto's random bytes are seeded.
// Scrolling by script is never smooth. CSS animations and transitions stand still (the browser's playback rate is
// zero) and end, with their events, when `advance` does.
//
// What runs without waiting for `advance`: timers of at most 4 ms and the first frames of a chain, because pages
// load by them; from a stated depth on a chain is an animation and lives on the virtual clock.
((options) => {
  'use strict';
  const { at, seed, seedBytes, allowedHosts, webrtc } = options;
  const NAME = '__pagetide__';
  const SOON_MS = 4;
  const SOON_DEPTH = 50; // a chain of immediate timers longer than this is an animation
  const FRAME_DEPTH = 2; // requestAnimationFrame twice is the idiom for "after layout"
  const FRAME_MS = 16;
  const READS_BEFORE_TIME_MOVES = 20000; // a loop that waits for Date.now() must end

  const ofParent = () => {
    try {
      return window.parent !== window && window.parent[NAME] ? window.parent[NAME].clock : null;
    } catch {
      return null; // another origin
    }
  };
  const natives = {
    setTimeout: window.setTimeout.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
    performanceNow: performance.now.bind(performance),
    reportError: window.reportError.bind(window),
  };

  const createClock = () => {
    const channel = new MessageChannel();
    const waiting = [];
    channel.port1.onmessage = () => waiting.shift()();
    const nextTask = () => new Promise((done) => { waiting.push(done); channel.port2.postMessage(0); });
    const nextFrame = () => new Promise((done) => { natives.requestAnimationFrame(done); natives.setTimeout(done, 250); });
    const timers = new Map();
    const documents = new Set(); // that live by this clock
    let now = 0;
    let reads = 0;
    let lastId = 0;
    let depth = 0; // of the running callback in its chain; kept until its promises have run too
    let advancing = false;

    const read = () => {
      if (++reads > READS_BEFORE_TIME_MOVES) now += 1;
      return now;
    };
    const call = (timer) => {
      if (timer.document.defaultView === null) return; // its frame is gone
      depth = timer.depth + 1;
      try {
        if (typeof timer.callback === 'function') timer.callback.apply(timer.self, timer.args(now));
        else if (timer.callback !== null && timer.callback !== undefined) (0, timer.self.eval)(String(timer.callback));
      } catch (error) {
        timer.reportError(error);
      }
    };
    const callSoon = (timer) => {
      if (!timer.soon || !timers.delete(timer.id)) return; // the virtual clock has it, or it was cleared
      call(timer);
      nextTask().then(() => { depth = 0; });
    };
    const add = (timer) => {
      timer.id = ++lastId;
      timer.depth = depth;
      timer.at = now + timer.delay;
      timers.set(timer.id, timer);
      const soon = timer.every === null && timer.delay <= timer.soonDelay && timer.depth < timer.soonDepth;
      timer.soon = soon && !advancing; // not virtual: the host runs it as soon as it can
      if (timer.soon) timer.host(() => callSoon(timer));
      return timer.id;
    };
    const earliest = () => {
      let first = null;
      for (const timer of timers.values()) {
        if (!timer.soon && (first === null || timer.at < first.at)) first = timer;
      }
      return first;
    };
    const pending = () => {
      let count = 0;
      for (const timer of timers.values()) if (!timer.soon) count += 1;
      return count;
    };
    const fire = async (timer) => {
      now = Math.max(now, timer.at);
      reads = 0;
      if (timer.every === null) timers.delete(timer.id);
      else timer.at += timer.every;
      call(timer);
      await nextTask(); // promises and events run between timers, as they do in a browser
      depth = 0;
    };
    const advance = async (to, limitMs) => {
      const started = natives.performanceNow();
      let fired = 0;
      let ended = 0;
      for (const waitingTimer of timers.values()) waitingTimer.soon = false;
      let timer = earliest();
      advancing = true;
      while (timer !== null && timer.at <= to && natives.performanceNow() - started <= limitMs) {
        await fire(timer);
        fired += 1;
        timer = earliest();
      }
      advancing = false;
      for (const shown of documents) {
        if (shown.defaultView === null) documents.delete(shown);
        else ended += endAnimations(shown);
      }
      if (ended > 0) await nextFrame(); // which tells the page that they have ended
      await nextTask();
      const finished = timer === null || timer.at > to;
      if (finished) now = Math.max(now, to);
      return { fired: fired + ended, pending: pending(), finished };
    };
    const clock = { read, add, remove: (id) => timers.delete(Number(id)), advance, documents, lazy: false };
    clock.advanceWhileStill = async (steps, limitMs) => {
      let told;
      for (const to of steps) {
        told = { ...await advance(to, limitMs), lazy: clock.lazy, to };
        if (told.fired > 0 || !told.finished) break;
      }
      return told;
    };
    return clock;
  };
  const endAnimations = (shown) => {
    let ended = 0;
    for (const animation of shown.getAnimations()) {
      const timing = animation.effect ? animation.effect.getComputedTiming() : null;
      if (timing === null || timing.endTime === Infinity || animation.playState !== 'running') continue;
      try { animation.finish(); ended += 1; } catch { /* it has no end */ }
    }
    return ended;
  };

  const shared = ofParent();
  const clock = shared || createClock();
  clock.documents.add(document);
  Object.defineProperty(window, NAME, {
    value: { clock, own: shared === null }, enumerable: false, configurable: false, writable: false,
  });

  const replace = (owner, name, value) => {
    if (owner && name in owner) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  };
  const timer = (details) => clock.add({
    self: window, document, reportError: natives.reportError, every: null, soonDelay: SOON_MS, soonDepth: SOON_DEPTH,
    args: () => [], ...details,
  });
  const milliseconds = (delay) => Math.max(0, Number(delay) || 0);

  replace(window, 'setTimeout', function setTimeout(callback, delay, ...args) {
    return timer({
      callback, args: () => args, delay: Math.max(1, milliseconds(delay)),
      host: (run) => natives.setTimeout(run, milliseconds(delay)),
    });
  });
  replace(window, 'setInterval', function setInterval(callback, delay, ...args) {
    const every = Math.max(SOON_MS, milliseconds(delay));
    return timer({ callback, args: () => args, delay: every, every });
  });
  replace(window, 'requestAnimationFrame', function requestAnimationFrame(callback) {
    return timer({
      callback, args: (now) => [now], delay: FRAME_MS, soonDelay: FRAME_MS, soonDepth: FRAME_DEPTH,
      host: natives.requestAnimationFrame,
    });
  });
  replace(window, 'requestIdleCallback', function requestIdleCallback(callback) {
    const idle = { didTimeout: false, timeRemaining: () => 10 };
    return timer({
      callback, args: () => [idle], delay: 1, soonDepth: FRAME_DEPTH, host: (run) => natives.setTimeout(run, 1),
    });
  });
  for (const name of ['clearTimeout', 'clearInterval', 'cancelAnimationFrame', 'cancelIdleCallback']) {
    replace(window, name, { [name](id) { clock.remove(id); } }[name]);
  }

  const time = () => at + Math.floor(clock.read());
  const NativeDate = Date;
  const PageDate = new Proxy(NativeDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [time()], newTarget),
    apply: () => new NativeDate(time()).toString(),
  });
  NativeDate.now = time;
  NativeDate.prototype.constructor = PageDate;
  replace(window, 'Date', PageDate);
  replace(Performance.prototype, 'now', () => clock.read());
  Object.defineProperty(Performance.prototype, 'timeOrigin', { get: () => at, configurable: true });

  const formats = Intl.DateTimeFormat.prototype;
  const format = Object.getOwnPropertyDescriptor(formats, 'format').get;
  const formatToParts = formats.formatToParts;
  Object.defineProperty(formats, 'format', {
    get() {
      const bound = format.call(this);
      return (date) => bound(date === undefined ? time() : date);
    },
    configurable: true,
  });
  replace(formats, 'formatToParts', function (date) {
    return formatToParts.call(this, date === undefined ? time() : date);
  });
  if (window.Temporal) {
    const native = window.Temporal.Now;
    const instant = () => window.Temporal.Instant.fromEpochMilliseconds(time());
    const zoned = (zone) => instant().toZonedDateTimeISO(zone ?? native.timeZoneId());
    replace(native, 'instant', instant);
    replace(native, 'zonedDateTimeISO', zoned);
    replace(native, 'plainDateTimeISO', (zone) => zoned(zone).toPlainDateTime());
    replace(native, 'plainDateISO', (zone) => zoned(zone).toPlainDate());
    replace(native, 'plainTimeISO', (zone) => zoned(zone).toPlainTime());
  }

  // mulberry32, a public-domain generator: 32 bits of state, one multiplication chain
  const chance = (start) => {
    let state = start >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return (mixed ^ (mixed >>> 14)) >>> 0;
    };
  };
  const number = chance(seed);
  replace(Math, 'random', () => number() / 4294967296);
  if (seedBytes && window.Crypto) {
    const word = chance(~seed);
    const native = Crypto.prototype.getRandomValues;
    const filled = (array) => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = word() >>> 24;
      return array;
    };
    // the browser's own is asked first: it refuses what is no array of integers, or too long
    replace(Crypto.prototype, 'getRandomValues', function getRandomValues(array) { return filled(native.call(this, array)); });
    replace(Crypto.prototype, 'randomUUID', function randomUUID() {
      const bytes = filled(new Uint8Array(16));
      bytes[6] = (bytes[6] & 0x0f) | 0x40; // RFC 9562: version 4
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    });
  }

  // smooth scrolling takes real time, and stands somewhere else at every visit
  const atOnce = (owner, name, toOptions) => {
    const native = owner && owner[name];
    if (typeof native !== 'function') return;
    replace(owner, name, { [name](...args) { return native.apply(this, toOptions(args)); } }[name]);
  };
  const scrollArguments = (args) => {
    if (args.length >= 2) return [{ left: Number(args[0]), top: Number(args[1]), behavior: 'instant' }];
    return args.length === 1 && typeof args[0] === 'object' && args[0] !== null ? [{ ...args[0], behavior: 'instant' }] : args;
  };
  const viewArguments = ([first]) => {
    if (typeof first === 'object' && first !== null) return [{ ...first, behavior: 'instant' }];
    return [{ block: first === false ? 'end' : 'start', behavior: 'instant' }];
  };
  for (const name of ['scroll', 'scrollTo', 'scrollBy']) {
    atOnce(window, name, scrollArguments);
    atOnce(Element.prototype, name, scrollArguments);
  }
  atOnce(Element.prototype, 'scrollIntoView', viewArguments);
  for (const [name, side] of [['scrollTop', 'top'], ['scrollLeft', 'left']]) {
    const own = Object.getOwnPropertyDescriptor(Element.prototype, name);
    const scrollTo = Element.prototype.scrollTo;
    Object.defineProperty(Element.prototype, name, {
      ...own,
      set(value) { scrollTo.call(this, { [side]: Number(value) || 0, behavior: 'instant' }); },
    });
  }

  // whether the page could load more when it is scrolled: a page that cannot is not scrolled
  if (window.IntersectionObserver) {
    replace(window, 'IntersectionObserver', new Proxy(window.IntersectionObserver, {
      construct: (target, args, newTarget) => {
        clock.lazy = true;
        return Reflect.construct(target, args, newTarget);
      },
    }));
  }
  const addEventListener = EventTarget.prototype.addEventListener;
  replace(EventTarget.prototype, 'addEventListener', function (type, ...rest) {
    if (type === 'scroll') clock.lazy = true;
    return addEventListener.call(this, type, ...rest);
  });

  if (allowedHosts !== null) {
    // requests are refused in the network; sockets do not pass there
    const isAllowed = (url) => {
      const { hostname, host } = new URL(url, document.baseURI);
      return allowedHosts.includes(hostname) || allowedHosts.includes(host);
    };
    for (const name of ['WebSocket', 'WebTransport']) {
      if (!window[name]) continue;
      replace(window, name, new Proxy(window[name], {
        construct: (target, args, newTarget) => {
          if (!isAllowed(args[0])) throw new DOMException('refused by the archive: host not allowed', 'SecurityError');
          return Reflect.construct(target, args, newTarget);
        },
      }));
    }
  }
  if (!webrtc) {
    delete window.RTCPeerConnection; // no recorder sees what goes through one, and no archive answers it
    delete window.webkitRTCPeerConnection;
  }
})(/*OPTIONS*/);
