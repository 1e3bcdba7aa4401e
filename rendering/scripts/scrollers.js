// The boxes of a document that scroll in place of its window, outermost first: every one that takes a good part of the
// window, or the largest where the window itself does not scroll. A box that is fixed over a page that scrolls is no
// part of it but a dialog. Asked as `scrollersOf()` by the scripts that it is put before.
() => {
  const A_GOOD_PART = 1 / 3; // of the window's area
  const LEAST = 1 / 10;
  const MORE = 1.5; // windows, of a page of which a fixed box is no part
  const root = document.scrollingElement || document.documentElement;
  if (root === null) return [];
  const windowScrolls = root.scrollHeight > innerHeight + 1;
  const hasAPageBelow = root.scrollHeight > innerHeight * MORE;
  const ofBody = document.body; // what it says of scrolling holds for the window, unless its parent says something
  const isWindows = (element) => element === root || element === document.documentElement
    || (element === ofBody && getComputedStyle(document.documentElement).overflowY === 'visible');
  const areaOf = (element) => element.clientWidth * element.clientHeight / (innerWidth * innerHeight);
  const isOver = (element) => {
    for (let each = element; each instanceof Element; each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host) {
      if (getComputedStyle(each).position === 'fixed' || each.matches(':modal, :popover-open')) return true;
    }
    return false;
  };
  const scrolls = (element) => element.scrollHeight > element.clientHeight + 1 && areaOf(element) >= LEAST
    && /^(auto|scroll|overlay)$/.test(getComputedStyle(element).overflowY)
    && !/^(textarea|select)$/.test(element.localName) && !isWindows(element)
    && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !(hasAPageBelow && isOver(element));

  const found = [];
  const parts = [document];
  for (const part of parts) {
    for (const element of part.querySelectorAll('*')) {
      if (element.shadowRoot !== null) parts.push(element.shadowRoot);
      if (scrolls(element)) found.push(element);
    }
  }
  const large = found.filter((element) => areaOf(element) >= A_GOOD_PART);
  if (large.length > 0 || windowScrolls) return large;
  return found.sort((a, b) => areaOf(b) - areaOf(a)).slice(0, 1);
}
