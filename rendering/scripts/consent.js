// Runs in an isolated world of one frame: looks for a consent dialog's button and clicks it once. A known platform's
// own button comes first; then a button in a box over the page whose text speaks of consent, by its words.
({ choices, platforms, words, topic, isInside }) => {
  const LONGEST_TEXT = 60; // of a button
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const fold = (text) => text.replace(/[\u2019\u00b4`]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();
  const textOf = (button) => fold(button.value || button.innerText || button.getAttribute('aria-label') || '');
  const parentOf = (element) => {
    if (element.assignedSlot) return element.assignedSlot;
    if (element.parentElement) return element.parentElement;
    return element.parentNode instanceof ShadowRoot ? element.parentNode.host : null;
  };
  const speaksOfConsent = (element) => {
    const text = `${element.innerText ?? ''} ${element.textContent ?? ''} ${element.id} ${element.className}`.toLowerCase();
    return topic.some((word) => text.includes(word));
  };
  const isOver = (element) => {
    const { position } = getComputedStyle(element);
    return position === 'fixed' || position === 'sticky' || element.matches('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]');
  };
  const isOfDialog = (button) => {
    let over = isInside;
    let topical = isInside && document.body !== null && speaksOfConsent(document.body);
    for (let each = button; each !== null && each !== document.body; each = parentOf(each)) {
      over = over || isOver(each);
      topical = topical || speaksOfConsent(each);
      if (over && topical) return true;
    }
    return false;
  };
  const clicked = (button, choice, platform) => {
    const told = { choice, platform, text: textOf(button).slice(0, LONGEST_TEXT), element: button.id || button.localName };
    globalThis.pagetideConsent = button;
    button.click();
    return told;
  };

  for (const choice of choices) {
    for (const [name, { dialog, [choice]: selector }] of Object.entries(platforms)) {
      if (!selector || !all(dialog).length) continue;
      const button = all(selector).find(isSeen);
      if (button !== undefined) return clicked(button, choice, name);
    }
    const phrases = words[choice];
    const buttons = all('button, [role=button], a, input[type=button], input[type=submit]').filter((button) => {
      const text = textOf(button);
      return text !== '' && text.length <= LONGEST_TEXT && phrases.includes(text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
    });
    const leadsAway = (button) => button.localName === 'a' && /^https?:/.test(button.href) && button.href.split('#')[0] !== document.URL.split('#')[0];
    const button = buttons.find((each) => isSeen(each) && !leadsAway(each) && isOfDialog(each));
    if (button !== undefined) {
      const platform = Object.keys(platforms).find((name) => all(platforms[name].dialog).length > 0);
      return clicked(button, choice, platform ?? null);
    }
  }
  return null;
}
