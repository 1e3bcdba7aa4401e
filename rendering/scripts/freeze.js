// Runs in an isolated world of one frame: what moves is stopped at a stated point, so that two screenshots of one
// state are equal. Endless animations go back to their first frame, finite ones to their last.
() => {
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  for (const root of roots) {
    for (const animation of root.getAnimations()) {
      const timing = animation.effect ? animation.effect.getComputedTiming() : null;
      if (timing === null || animation.playbackRate === 0) continue;
      try {
        if (timing.endTime === Infinity) animation.cancel();
        else animation.finish();
      } catch { animation.cancel(); }
    }
    for (const medium of root.querySelectorAll('video, audio')) {
      medium.autoplay = false;
      medium.pause();
      if (medium.seekable.length > 0 && medium.currentTime > 0) medium.currentTime = 0;
    }
    if (root.adoptedStyleSheets) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { caret-color: transparent !important; }');
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    }
  }
}
