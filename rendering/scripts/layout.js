// Runs in an isolated world after `freeze`: the rendered document and where its visible blocks stand, in one pass.
// A block is an image, or the nearest box-making ancestor of visible text or a link; inline boxes belong to it.
({ maxBlocks }) => {
  const round = (value) => Math.round(value * 100) / 100;
  const fold = (text) => text.replace(/\s+/g, ' ').trim();
  const root = document.documentElement;
  const body = document.body;
  if (root === null) throw new Error('there is no document');
  const isWeb = (url) => /^https?:/.test(url);

  const styles = new Map();
  const displayOf = (element) => {
    let display = styles.get(element);
    if (display === undefined) {
      display = getComputedStyle(element).display;
      styles.set(element, display);
    }
    return display;
  };
  const isInline = (element) => {
    const display = displayOf(element);
    return display.startsWith('inline') || display === 'contents' || display.startsWith('ruby');
  };
  const blockOf = (element) => {
    while (element !== body && element.parentElement !== null && isInline(element)) element = element.parentElement;
    return element;
  };
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  // A name a person gave survives; one a build tool made (digits, long hashes) does not.
  const isStable = (name) => /^[A-Za-z][A-Za-z_-]{0,39}\d?$/.test(name);
  const nameOf = (element) => {
    const tag = element.localName;
    const sameTag = element.parentElement === null ? [element]
      : [...element.parentElement.children].filter((other) => other.localName === tag);
    if (sameTag.length === 1) return tag;
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
    if (element === body || element.parentElement === null) path = localName;
    else if (hasOwnId) path = `body>${localName}#${id}`;
    else path = `${pathOf(element.parentElement)}>${nameOf(element)}`;
    paths.set(element, path);
    return path;
  };

  const found = new Map();
  const entryOf = (block) => {
    let entry = found.get(block);
    if (entry === undefined) {
      entry = { element: block, text: [], links: new Set(), images: new Set() };
      found.set(block, entry);
    }
    return entry;
  };
  const links = new Set();
  const images = new Set();
  const imageOf = (element) => element.currentSrc || element.src || element.poster || '';
  const visit = (element) => {
    if (element.localName === 'br') {
      const entry = found.get(blockOf(element));
      if (entry !== undefined) entry.text.push(' ');
    } else if (element.localName === 'a' && isWeb(element.href)) {
      links.add(element.href);
      if (isVisible(element)) entryOf(blockOf(element)).links.add(element.href);
    } else if (/^(img|video|input)$/.test(element.localName) && isWeb(imageOf(element))) {
      images.add(imageOf(element));
      if (isVisible(element)) entryOf(element).images.add(imageOf(element));
    }
  };
  const walker = document.createTreeWalker(body || root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let visibleParent = null;
  for (let node = walker.currentNode; node !== null; node = walker.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      visit(node);
    } else if (node.data.trim() !== '') {
      const parent = node.parentElement;
      if (parent === null) continue;
      if (parent !== visibleParent) {
        if (!isVisible(parent)) continue;
        visibleParent = parent;
      }
      const apart = displayOf(parent).startsWith('inline-') ? ' ' : ''; // boxes in a row are words of their own
      entryOf(blockOf(parent)).text.push(apart, node.data, apart);
    }
  }

  const inOrder = [...found.values()].sort((a, b) => (
    a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  ));
  const blocks = [];
  for (const { element, text, links: own, images: shown } of inOrder) {
    const box = element.getBoundingClientRect();
    if (box.width <= 0 || box.height <= 0) continue;
    if (blocks.length === maxBlocks) break;
    blocks.push({
      path: pathOf(element), tag: element.localName,
      x_px: round(box.x + scrollX), y_px: round(box.y + scrollY), width_px: round(box.width), height_px: round(box.height),
      text: fold(text.join('')), links: [...own], images: [...shown],
    });
  }
  const doctype = document.doctype ? `${new XMLSerializer().serializeToString(document.doctype)}\n` : '';
  const scroller = document.scrollingElement || root;
  return {
    html: doctype + root.outerHTML,
    text: body ? body.innerText : root.textContent,
    title: document.title,
    content_type: document.contentType,
    url: document.URL,
    drawn: document.querySelector('img, svg, canvas, video, object, embed, iframe, frame') !== null,
    cut: blocks.length === maxBlocks && inOrder.length > maxBlocks,
    layout: {
      width_px: scroller ? scroller.scrollWidth : 0, height_px: scroller ? scroller.scrollHeight : 0,
      blocks, links: [...links], images: [...images],
    },
  };
}
