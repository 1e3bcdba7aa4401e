// Runs in an isolated world after `freeze`: the rendered document and where its visible blocks stand, in one pass.
// A block is an image, or the nearest box-making ancestor of visible text or a link; inline boxes belong to it. What is
// folded away and opens without a script has blocks, too, without a size. What stands on a line of its own within a
// block, or is set apart by space and size (a headline and its age), is on a line of its own in the block's text. What
// is told without being text is words, too: what a picture is said to show, what stands on a button, the options of a
// select, a name that only screen readers say where there are no words. What a visitor may have typed is none. What
// scrolls in place of the window is open meanwhile (`opened`): boxes are where the full-page picture shows them.
({ maxBlocks, maxLength }, opening) => {
  const round = (value) => Math.round(value * 100) / 100;
  const fold = (text) => text.replace(/\s+/g, ' ');
  const foldLines = (text) => text.replace(/ *\n[ \n]*/g, '\n').replace(/ +/g, ' ').trim();
  const root = document.documentElement;
  const body = document.body;
  if (root === null) throw new Error('there is no document');
  const isWeb = (url) => /^https?:/.test(url);
  const isHtml = document.contentType === 'text/html';

  // open shadow roots, outermost first; closed ones cannot be seen from here
  const shadows = [];
  for (let index = -1; index < shadows.length; index += 1) {
    for (const element of (index < 0 ? document : shadows[index]).querySelectorAll('*')) {
      if (element.shadowRoot !== null) shadows.push(element.shadowRoot);
    }
  }
  const serialised = (element, shadowRoots) => {
    if (shadowRoots.length === 0 || !isHtml || !element.getHTML) return element.outerHTML;
    const [open, close] = element.cloneNode(false).outerHTML.split(/(?=<\/html>$)/);
    return `${open}${element.getHTML({ shadowRoots })}${close}`;
  };
  // Frames that are read (`rendering.capture.frames` has marked them) get an attribute to put their document at: in a copy of
  // the page that is shown nowhere, so that nobody hears of it.
  const frames = new Map([...(globalThis.pagetideFrames ?? [])].filter(([element]) => element.isConnected));
  const marked = () => {
    const inert = isHtml ? document.implementation.createHTMLDocument('') : document.implementation.createDocument(null, null);
    const shadowRoots = [];
    const copied = (part, copy) => {
      const copies = [...copy.querySelectorAll('*')];
      [...part.querySelectorAll('*')].forEach((element, index) => {
        if (frames.has(element)) {
          copies[index].removeAttribute('srcdoc');
          copies[index].setAttribute('data-pagetide-frame', frames.get(element));
        }
        if (element.shadowRoot === null) return;
        const { mode, delegatesFocus, serializable, clonable } = element.shadowRoot;
        const options = { mode, delegatesFocus, serializable, clonable };
        const shadow = copies[index].shadowRoot ?? copies[index].attachShadow(options);
        shadow.replaceChildren(...[...element.shadowRoot.childNodes].map((node) => inert.importNode(node, true)));
        shadowRoots.push(shadow);
        copied(element.shadowRoot, shadow);
      });
      return copy;
    };
    return serialised(copied(root, inert.importNode(root, true)), shadowRoots);
  };
  const doctype = document.doctype ? `${new XMLSerializer().serializeToString(document.doctype)}\n` : '';
  const html = doctype + (frames.size === 0 ? serialised(root, shadows) : marked());

  // A marquee's text is off the page before it moves, and cannot be stopped where it is seen: from here on, which is
  // after the DOM was read, an ordinary box stands in its place.
  for (const marquee of document.querySelectorAll('marquee')) {
    const still = document.createElement('marquee-still');
    still.append(...marquee.childNodes);
    const { width, color, backgroundColor, font } = getComputedStyle(marquee);
    Object.assign(still.style, {
      display: 'inline-block', overflow: 'hidden', whiteSpace: 'nowrap', width, color, backgroundColor, font,
    });
    marquee.replaceWith(still);
  }

  const isPictureLike = /^(img|video|canvas|svg|iframe|object|embed)$/;
  const isDrawnBeside = (element) => ['::before', '::after'].some( // a dot, a bar, an icon
    (side) => !/^(none|normal|""|'')$/.test(getComputedStyle(element, side).content),
  );
  const styles = new Map();
  const styleOf = (element) => {
    let style = styles.get(element);
    if (style === undefined) {
      const {
        display, fontSize, marginLeft, marginRight, paddingLeft, paddingRight, position, cssFloat,
      } = getComputedStyle(element);
      const isInline = display.startsWith('inline') || display === 'contents' || display.startsWith('ruby');
      const room = [marginLeft, marginRight, paddingLeft, paddingRight];
      // what stands apart is words of its own: a date on a badge, boxes in a row
      const isApart = display.startsWith('inline-') || (display === 'inline' && (
        room.some((side) => parseFloat(side) > 0) || isPictureLike.test(element.localName) || isDrawnBeside(element)
      ));
      // what floats or is placed anywhere, such as words for screen readers, stands amid a line that goes on
      const breaksLine = !isInline && display !== 'none' && cssFloat === 'none' && !/^(absolute|fixed)$/.test(position);
      style = { isInline, isApart, breaksLine, display, fontSize };
      styles.set(element, style);
    }
    return style;
  };
  const displayOf = (element) => styleOf(element).display;
  const isInline = (element) => styleOf(element).isInline;
  // the parent as it is shown: what is slotted stands in its slot, a shadow tree in its host
  const parentOf = (element) => {
    if (element.assignedSlot !== null) return element.assignedSlot;
    if (element.parentElement !== null) return element.parentElement;
    return element.parentNode instanceof ShadowRoot ? element.parentNode.host : null;
  };
  const blockOf = (element) => {
    for (let parent; element !== body && isInline(element); element = parent) {
      parent = parentOf(element);
      if (parent === null) break;
    }
    return element;
  };
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  // A name a person gave survives; one a build tool made (digits, long hashes) does not.
  const isStable = (name) => /^[A-Za-z][A-Za-z_-]{0,39}\d?$/.test(name);
  const nameOf = (element) => {
    const tag = element.localName;
    const ownName = frames.has(element) ? element.getAttribute('name') : null;
    const sameTag = element.parentNode === null ? [element]
      : [...element.parentNode.children].filter((other) => other.localName === tag);
    if (sameTag.length === 1) return tag;
    if (ownName && isStable(ownName) && sameTag.filter((other) => other.getAttribute('name') === ownName).length === 1) return `${tag}.${ownName}`;
    for (const name of element.classList) {
      if (isStable(name) && sameTag.filter((other) => other.classList.contains(name)).length === 1) return `${tag}.${name}`;
    }
    return `${tag}:nth-of-type(${sameTag.indexOf(element) + 1})`;
  };
  const paths = new Map();
  const pathOf = (element) => {
    let path = paths.get(element);
    if (path !== undefined) return path;
    const { id, localName } = element;
    const hasOwnId = id && isStable(id) && document.querySelectorAll(`#${CSS.escape(id)}`).length === 1;
    if (element === body) path = 'body'; // a frameset, too
    else if (element.parentNode instanceof ShadowRoot) path = `${pathOf(element.parentNode.host)}>#shadow>${nameOf(element)}`;
    else if (element.parentElement === null) path = localName;
    else if (hasOwnId) path = `body>${localName}#${id}`;
    else path = `${pathOf(element.parentElement)}>${nameOf(element)}`;
    paths.set(element, path);
    return path;
  };

  const places = new Map(); // element -> its number in the order in which the page is read
  let found = new Map();
  const entryOf = (block) => {
    let entry = found.get(block);
    if (entry === undefined) {
      entry = {
        element: block, place: places.get(block) ?? 0, text: [], fontSize: null, links: new Set(), images: new Set(), linked: 0,
      };
      found.set(block, entry);
    }
    return entry;
  };
  const links = new Set();
  const images = new Set();
  const imageOf = (element) => element.currentSrc || element.src || element.poster || '';
  const visit = (element) => {
    if (element.localName === 'br') {
      found.get(blockOf(element))?.text.push(displayOf(element) === 'none' ? ' ' : '\n');
    } else if (element.localName === 'a' && isWeb(element.href)) {
      links.add(element.href);
      if (isVisible(element)) entryOf(blockOf(element)).links.add(element.href);
    } else if (/^(img|video|input)$/.test(element.localName) && isWeb(imageOf(element))) {
      images.add(imageOf(element));
      if (isVisible(element)) entryOf(element).images.add(imageOf(element));
    }
  };
  // of another size than the words around them, and yet among these
  const amongWords = 'code, kbd, samp, tt, sub, sup, rt, rp, button';
  const say = (entry, data, parent) => {
    const { fontSize } = styleOf(parent);
    if (fontSize !== entry.fontSize && parent.closest(amongWords) === null) {
      const isApart = data.startsWith(' ') || /\s$/.test(entry.text.at(-1) ?? '');
      if (entry.fontSize !== null && isApart) entry.text.push('\n');
      entry.fontSize = fontSize;
    }
    entry.text.push(data);
  };
  const linkedAt = (element) => element.closest('a[href]') !== null;
  // what an element tells that is no text in it; `changemodel.html_blocks` reads the same from HTML
  const wordsOf = (element) => {
    switch (element.localName) {
      case 'img': return element.alt;
      case 'textarea': return element.textContent === '' ? element.placeholder : '';
      case 'input':
        if (/^(submit|reset|button)$/.test(element.type)) return element.getAttribute('value') ?? '';
        if (element.type === 'image') return element.alt;
        if (/^(hidden|checkbox|radio|file|range|color)$/.test(element.type)) return '';
        return (element.type !== 'password' && (element.readOnly || element.disabled) && element.value) || element.placeholder;
      case 'select': {
        const chosen = !element.multiple && element.selectedIndex > 0 ? [element.selectedOptions[0].label] : [];
        const all = [...element.querySelectorAll('optgroup, option')].filter((each) => !each.hidden);
        return [...chosen, ...all.map((each) => each.label)].map(fold).join('\n');
      }
      default: return '';
    }
  };
  const hasBlock = (element) => /^(img|select)$/.test(element.localName); // of its own, though it stands in a line
  const named = /^(a|button|i|img|input|span|summary|svg)$/;
  const namedRole = /^(button|img|link|menuitem|radio|checkbox|switch|tab)$/;
  const nameFor = (element) => {
    if (!named.test(element.localName) && !namedRole.test(element.getAttribute('role') ?? '')) return '';
    const drawn = element.localName === 'svg' ? element.querySelector(':scope > title')?.textContent : null;
    return element.getAttribute('aria-label') || element.getAttribute('title') || drawn || '';
  };
  let saidTimes = 0; // how often anything was said so far
  const tell = (element, words) => {
    if (words.trim() === '' || !isVisible(element)) return;
    const entry = entryOf(hasBlock(element) ? element : blockOf(element));
    entry.text.push(element.localName === 'select' ? words : fold(words));
    if (linkedAt(element)) entry.linked += fold(words).trim().length;
    saidTimes += 1;
  };
  let visibleParent = null;
  const read = (text) => {
    const parent = text.parentElement ?? (text.parentNode instanceof ShadowRoot ? text.parentNode.host : null);
    if (parent === null) return;
    const block = blockOf(text.assignedSlot ?? parent);
    const data = fold(text.data);
    if (data === '') return;
    if (data === ' ') { // between two elements of one line
      found.get(block)?.text.push(data);
      return;
    }
    if (parent !== visibleParent) {
      if (!isVisible(parent)) return;
      visibleParent = parent;
    }
    const entry = entryOf(block);
    say(entry, data, parent);
    saidTimes += 1;
    if (linkedAt(parent)) entry.linked += data.trim().length;
  };
  // what is shown inside a node: its shadow tree, or what was put into it as a slot, or its own children
  const insideOf = (node) => {
    if (frames.has(node) || /^(iframe|video|audio|canvas)$/.test(node.localName)) return []; // words for browsers without
    if (node.localName === 'select') return []; // `wordsOf` has its options, which have no boxes
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    if (node.localName === 'slot' && node.assignedNodes) {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    return node.childNodes;
  };
  const separate = (element) => found.get(blockOf(element))?.text.push(' ');
  // what stands above a block within another and what stands below it are no one line
  const breakAround = (element) => {
    const parent = parentOf(element);
    if (parent !== null) found.get(blockOf(parent))?.text.push('\n');
  };
  const walk = (start) => {
    const waiting = [start]; // a stack, because a page may be nested deeper than functions may be
    while (waiting.length > 0) {
      const node = waiting.pop();
      if (typeof node === 'function') {
        node();
      } else if (node.nodeType === Node.TEXT_NODE) {
        read(node);
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        if (!places.has(node)) places.set(node, places.size);
        visit(node);
        const { isApart, breaksLine } = styleOf(node);
        if (isApart) {
          separate(node);
          waiting.push(() => separate(node)); // once all within it is read
        } else if (breaksLine) breakAround(node);
        tell(node, wordsOf(node));
        const name = nameFor(node);
        if (name !== '') {
          const before = saidTimes;
          waiting.push(() => { if (saidTimes === before) tell(node, name); });
        }
        const inside = insideOf(node);
        for (let index = inside.length - 1; index >= 0; index -= 1) waiting.push(inside[index]);
      }
    }
  };
  const boxOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x_px: round(x + scrollX), y_px: round(y + scrollY), width_px: round(width), height_px: round(height) };
  };
  const placeOf = (frame) => { // its content's box
    const { x, y, width, height } = frame.getBoundingClientRect();
    const style = getComputedStyle(frame);
    const inset = (side) => (parseFloat(style[`border${side}Width`]) || 0) + (parseFloat(style[`padding${side}`]) || 0);
    const [left, top] = [inset('Left'), inset('Top')];
    return {
      x_px: round(x + scrollX + left), y_px: round(y + scrollY + top),
      width_px: Math.max(round(width - left - inset('Right')), 0), height_px: Math.max(round(height - top - inset('Bottom')), 0),
    };
  };
  const hasSize = ({ width_px: width, height_px: height }) => width > 0 && height > 0;
  walk(body || root);
  for (const entry of found.values()) entry.box = boxOf(entry.element);
  const scroller = document.scrollingElement || root;
  const size = {
    width_px: scroller ? scroller.scrollWidth : 0,
    height_px: Math.round(Math.max(scroller ? scroller.scrollHeight : 0, opening.bottom) + opening.beyond),
  };

  // Terms and answers to questions are folded away as often as not, and a search in the page finds them there. They
  // are read unfolded, while nobody looks, and stand where their fold does; the page is not told of it.
  const folds = [document, ...shadows].flatMap(
    (part) => [...part.querySelectorAll('details:not([open]), [hidden="until-found" i]')],
  ).map((element) => ({
    element, name: element.getAttribute('name'), box: boxOf(element), isShown: isVisible(element),
  }));
  const atOnce = new CSSStyleSheet();
  atOnce.replaceSync('*, ::before, ::after, ::details-content { transition: none !important }');
  const unfold = () => {
    for (const part of [document, ...shadows]) part.adoptedStyleSheets.push(atOnce);
    void root.offsetHeight;
    for (const { element, name } of folds) {
      if (element.localName !== 'details') element.hidden = false;
      else {
        if (name !== null) element.removeAttribute('name'); // one that opens would close the others of its name
        element.open = true;
      }
    }
  };
  const foldAgain = () => {
    for (const { element, name } of folds) {
      if (element.localName !== 'details') element.setAttribute('hidden', 'until-found');
      else {
        element.open = false;
        if (name !== null) element.setAttribute('name', name);
      }
    }
    void root.offsetHeight; // folded again before anything could move
    for (const part of [document, ...shadows]) part.adoptedStyleSheets.pop();
  };
  const readFolded = () => {
    const seen = found;
    visibleParent = null;
    for (const { element, box } of folds.filter(({ isShown }) => isShown)) { // and so what is within them
      found = new Map();
      walk(element);
      for (const [block, entry] of found) {
        if (!seen.has(block) && hasSize(boxOf(block))) {
          seen.set(block, { ...entry, isFolded: true, box: { ...box, width_px: 0, height_px: 0 } });
        }
      }
    }
    found = seen;
  };
  // what a person can read: innerText leaves shadow trees out
  const textOf = () => {
    const text = [body ? body.innerText : root.textContent];
    for (const shadow of shadows) {
      for (const element of shadow.children) {
        const isShown = element instanceof HTMLElement && displayOf(element) !== 'none';
        if (isShown) text.push(element.innerText.trim());
      }
    }
    return text.filter((part, index) => index === 0 || part !== '').join('\n');
  };
  let wholeText = '';
  if (folds.length > 0) {
    const opened = new Set(folds.map(({ element }) => element));
    const keepQuiet = (event) => { if (opened.has(event.target)) event.stopImmediatePropagation(); };
    window.addEventListener('toggle', keepQuiet, { capture: true });
    try {
      unfold();
      readFolded();
      wholeText = textOf();
    } finally { foldAgain(); }
  } else wholeText = textOf();

  const inOrder = [...found.values()].sort((a, b) => a.place - b.place);
  const blocks = [];
  const blockPlaces = [];
  for (const { element, box, isFolded, text, links: own, images: shown, linked } of inOrder) {
    if (!isFolded && !hasSize(box)) continue;
    if (blocks.length === maxBlocks) break;
    blockPlaces.push(places.get(element) ?? 0);
    blocks.push({
      path: pathOf(element), tag: element.localName, ...box,
      text: foldLines(text.join('')), links: [...own], images: [...shown], linked_chars: linked,
    });
  }
  // in the order in which the page is read; one in a closed shadow tree where that tree's host is
  const orderOf = (element) => {
    for (let each = element; each instanceof Element; each = each.getRootNode().host) {
      if (places.has(each)) return places.get(each);
    }
    return places.size;
  };
  const framesInOrder = [...frames].map(([element, id]) => ({ element, id, place: orderOf(element) }))
    .sort((a, b) => a.place - b.place)
    .map(({ element, id, place }) => ({
      id, path: pathOf(element), srcdoc: element.getAttribute('srcdoc'), ...placeOf(element),
      block: blockPlaces.filter((each) => each < place).length,
    }));
  return {
    html: html.slice(0, maxLength),
    html_length: html.length,
    text: wholeText.slice(0, maxLength),
    title: document.title,
    content_type: document.contentType,
    url: document.URL,
    drawn: [document, ...shadows].some(
      (part) => part.querySelector('img, svg, canvas, video, object, embed, iframe, frame') !== null,
    ),
    cut: blocks.length === maxBlocks && inOrder.length > maxBlocks,
    frames: framesInOrder,
    scroll: { x: scrollX, y: scrollY },
    opened: opening.count,
    is_frameset: body !== null && body.localName === 'frameset',
    layout: {
      ...size, blocks, links: [...links], images: [...images],
    },
  };
}
