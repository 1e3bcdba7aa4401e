// Makes the boxes that scroll in place of the window (`scrollersOf`, and frames whose documents are higher than they)
// as high as what is in them, down to `maxHeight`, and what is around them as much higher. Only style sheets that belong
// to no element change, so that the page's scripts hear of nothing; `undo` takes them away again.
({ maxHeight, heights }) => {
  const A_GOOD_PART = 1 / 3;
  const sheets = new Map(); // document or shadow root -> its sheet, and its rules by element
  const selectorOf = (element) => {
    const steps = [];
    for (let each = element; each !== null; each = each.parentElement) {
      if (each === document.documentElement) return [':root', ...steps].join('>');
      steps.unshift(`:nth-child(${[...each.parentNode.children].indexOf(each) + 1})`);
    }
    return [':host', ...steps].join('>');
  };
  const set = (element, declarations) => {
    const part = element.getRootNode();
    if (!sheets.has(part)) {
      const sheet = new CSSStyleSheet();
      part.adoptedStyleSheets = [...part.adoptedStyleSheets, sheet];
      sheets.set(part, { sheet, rules: new Map() });
    }
    const { sheet, rules } = sheets.get(part);
    rules.set(element, { ...rules.get(element), ...declarations });
    sheet.replaceSync([...rules].map(([each, told]) => {
      const lines = Object.entries(told).map(([name, value]) => `${name}: ${value} !important;`);
      return `${selectorOf(each)} { ${lines.join(' ')} }`;
    }).join('\n'));
  };
  const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
  const setHeight = (element, height) => {
    const { position, top } = getComputedStyle(element);
    const placed = /^(absolute|fixed)$/.test(position) ? { top, bottom: 'auto' } : {};
    set(element, {
      ...placed, 'box-sizing': 'border-box', height: `${height}px`, 'min-height': `${height}px`, 'max-height': 'none',
      'flex-shrink': 0, 'flex-basis': 'auto', transition: 'none',
    });
  };
  // heights in percent, of the box as it was
  const pin = (box) => {
    const height = box.clientHeight;
    for (const child of box.children) {
      for (const name of ['height', 'min-height']) {
        const stated = child.computedStyleMap?.().get(name);
        if (stated?.unit === 'percent') set(child, { [name]: `${height * stated.value / 100}px` });
      }
    }
  };
  const open = (box, inside) => {
    const around = [];
    for (let each = parentOf(box); each !== null && each !== document.documentElement; each = parentOf(each)) {
      around.push({ element: each, inside: Math.max(each.scrollHeight, each.clientHeight) });
    }
    const edges = box.getBoundingClientRect().height - box.clientHeight;
    pin(box);
    setHeight(box, Math.min(inside, maxHeight) + edges);
    for (const { element, inside: before } of around) {
      const more = Math.max(element.scrollHeight, element.clientHeight) - Math.max(before, element.clientHeight);
      if (more > 1) setHeight(element, element.offsetHeight + more);
    }
    return Math.max(inside - maxHeight, 0);
  };

  const frames = [...(globalThis.pagetideFrames ?? [])].filter(([element, id]) => element.isConnected
    && /^(iframe|object|embed)$/.test(element.localName) && (heights[id] ?? 0) > element.clientHeight + 1
    && element.clientWidth * element.clientHeight >= A_GOOD_PART * innerWidth * innerHeight);
  const boxes = scrollersOf();
  const tops = boxes.map((box) => box.scrollTop);
  let beyond = 0;
  for (const [element, id] of frames) beyond += open(element, heights[id]);
  for (const box of boxes.reverse()) beyond += open(box, box.scrollHeight); // what is within another first
  boxes.reverse();
  const all = [...frames.map(([element]) => element), ...boxes];
  return {
    count: all.length,
    beyond, // px that are still hidden
    bottom: Math.max(0, ...all.map((box) => box.getBoundingClientRect().bottom + scrollY)),
    undo: () => {
      for (const [part, { sheet }] of sheets) part.adoptedStyleSheets = [...part.adoptedStyleSheets].filter((each) => each !== sheet);
      boxes.forEach((box, index) => { if (box.scrollTop !== tops[index]) box.scrollTop = tops[index]; });
    },
  };
}
