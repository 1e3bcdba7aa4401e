// Runs in an isolated world of the main frame: which boxes lie over the page's content, and what kind they are.
// What is seen at 9 x 9 points of the window belongs to an overlay when it, or a box around it, is in the top layer,
// fixed, or stuck to the window at another place than where it stands in the text.
({ platforms, topic }) => {
  const POINTS = 9;
  const FEWEST_POINTS = 2; // of 81: less is a button in a corner
  const MOST = 8;
  const parentOf = (element) => {
    if (element.assignedSlot) return element.assignedSlot;
    if (element.parentElement) return element.parentElement;
    return element.parentNode instanceof ShadowRoot ? element.parentNode.host : null;
  };
  const deepest = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found && found.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (inner === null || inner === found) break;
      found = inner;
    }
    return found;
  };
  const isTop = (element) => {
    try {
      return element.matches(':modal, :popover-open');
    } catch {
      return false;
    }
  };
  const layerOf = (element) => {
    let layer = null;
    for (let each = element; each !== null && each !== document.body && each !== document.documentElement; each = parentOf(each)) {
      const { position } = getComputedStyle(each);
      if (isTop(each) || position === 'fixed') layer = each;
      else if (position === 'sticky' && each.getBoundingClientRect().top <= 0) layer = layer ?? each;
      else if (position === 'absolute' && each.matches('[role=dialog], [role=alertdialog], [aria-modal=true]')) layer = each;
    }
    return layer;
  };

  const seen = new Map(); // layer -> at how many points it is seen
  for (let row = 0; row < POINTS; row += 1) {
    for (let column = 0; column < POINTS; column += 1) {
      const element = deepest(innerWidth * (column + 0.5) / POINTS, innerHeight * (row + 0.5) / POINTS);
      const layer = element === null ? null : layerOf(element);
      if (layer !== null) seen.set(layer, (seen.get(layer) ?? 0) + 1);
    }
  }

  // a box with nothing under it is no overlay but the way the page is built
  const covers = ([layer, points]) => {
    if (points < FEWEST_POINTS) return false;
    if (isTop(layer)) return true;
    for (let row = 0; row < POINTS; row += 1) {
      for (let column = 0; column < POINTS; column += 1) {
        const pile = document.elementsFromPoint(innerWidth * (column + 0.5) / POINTS, innerHeight * (row + 0.5) / POINTS);
        const host = layer.getRootNode() instanceof ShadowRoot ? layer.getRootNode().host : layer;
        const first = pile.findIndex((each) => each === layer || each === host || host.contains(each));
        const under = first < 0 ? [] : pile.slice(first).filter((each) => !host.contains(each) && !each.contains(host));
        if (under.some((each) => !isFixed(each))) return true;
      }
    }
    return false;
  };
  const isFixed = (element) => layerOf(element) !== null;

  const round = (value) => Math.round(value * 10) / 10;
  const hostsOf = (element) => {
    const hosts = [element];
    for (let each = element; each !== null; each = parentOf(each)) if (each.shadowRoot || each.id) hosts.push(each);
    return hosts;
  };
  const platformOf = (element) => {
    for (const [name, selector] of Object.entries(platforms)) {
      if (hostsOf(element).some((each) => each.matches(selector) || each.querySelector(selector) !== null)) return name;
    }
    return null;
  };
  const textOf = (element) => {
    const inner = element.shadowRoot ? [...element.shadowRoot.children] : [element];
    const frames = element.matches('iframe') ? [element] : [...element.querySelectorAll('iframe')];
    const parts = [...inner.map((each) => each.innerText ?? ''), ...frames.map((each) => `${each.title} ${each.src}`)];
    return parts.join(' ').replace(/\s+/g, ' ').trim();
  };
  const isDialog = (element) => {
    const selector = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]';
    return element.matches(selector) || element.querySelector(selector) !== null;
  };
  const describe = ([element, points]) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const x = Math.max(left, 0);
    const y = Math.max(top, 0);
    const platform = platformOf(element);
    const text = textOf(element);
    const told = `${text} ${element.id} ${element.className}`.toLowerCase();
    const isConsent = platform !== null || (!element.matches('header, nav') && topic.some((word) => told.includes(word)));
    return {
      kind: isConsent ? 'consent' : isDialog(element) ? 'dialog' : element.matches('header, nav') ? 'header' : 'box',
      platform,
      position: isTop(element) ? 'top layer' : getComputedStyle(element).position,
      element: `${element.localName}${element.id ? `#${element.id}` : ''}`,
      box_px: [round(x), round(y), round(Math.max(Math.min(right, innerWidth) - x, 0)), round(Math.max(Math.min(bottom, innerHeight) - y, 0))],
      share: Math.round(100 * points / (POINTS * POINTS)) / 100,
      text: text.slice(0, 200),
    };
  };
  const overlays = [...seen].filter(covers).sort((a, b) => b[1] - a[1]);
  const locks = [document.documentElement, document.body].filter((element) => (
    element !== null && ['hidden', 'clip'].includes(getComputedStyle(element).overflowY)
  ));
  return {
    found: overlays.slice(0, MOST).map(describe),
    covered: Math.round(100 * overlays.reduce((sum, [, points]) => sum + points, 0) / (POINTS * POINTS)) / 100,
    scroll_locked: locks.length > 0,
    tcf: document.querySelector('iframe[name="__tcfapiLocator"]') !== null,
  };
}
