// Runs in an isolated world of one frame: opens what hides text behind a click, and starts films without sound.
async ({ expand, play, words, limitMs }) => {
  const MOST_CLICKS = 100;
  const LONGEST_TEXT = 40;
  const started = performance.now();
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 250); });
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  const told = { details: 0, clicked: [], played: 0, refused: 0, buffered_s: 0 };

  if (expand) {
    for (const details of all('details:not([open])')) {
      details.open = true;
      told.details += 1;
    }
    const fold = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();
    const isSafe = (button) => (
      !button.closest('nav, header, [role=navigation], [role=menubar], [role=menu], form')
      && !button.matches('[aria-haspopup]:not([aria-haspopup=false]), [disabled], a[href]:not([href^="#"]), [type=submit]')
      && button.checkVisibility({ visibilityProperty: true })
    );
    const hides = (button) => (
      button.getAttribute('aria-expanded') === 'false'
      || words.includes(fold(button.innerText ?? '').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    );
    const buttons = all('button, [role=button], [aria-expanded=false], summary, a[href^="#"]');
    for (const button of buttons.filter((each) => isSafe(each) && hides(each)).slice(0, MOST_CLICKS)) {
      told.clicked.push(fold(button.innerText || button.getAttribute('aria-label') || '').slice(0, LONGEST_TEXT));
      button.click();
    }
  }

  if (play) {
    const media = all('video, audio');
    const loaded = (medium) => {
      const { buffered, duration } = medium;
      return buffered.length > 0 ? { end: buffered.end(buffered.length - 1), all: duration } : { end: 0, all: duration };
    };
    for (const medium of media) {
      medium.muted = true;
      medium.preload = 'auto';
      medium.play().then(() => { told.played += 1; }, () => { told.refused += 1; });
    }
    const isComing = (medium) => {
      const { end, all: whole } = loaded(medium);
      return medium.error === null && medium.networkState === HTMLMediaElement.NETWORK_LOADING && !(end >= whole - 0.1);
    };
    await frame();
    while (performance.now() - started < limitMs && (told.played + told.refused < media.length || media.some(isComing))) await frame();
    told.buffered_s = Math.round(10 * media.reduce((sum, medium) => sum + loaded(medium).end, 0)) / 10;
  }
  return told;
}
