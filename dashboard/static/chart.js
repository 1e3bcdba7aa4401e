// One tab stop for all important changes of a chart: arrow keys go from one to the next, Home and End to the first and
// last. Without this script each of them is a tab stop.
(() => {
  for (const chart of document.querySelectorAll(".timeline")) {
    const stems = [...chart.querySelectorAll(".stem-important")];
    const hold = (chosen) => stems.forEach((stem) => stem.setAttribute("tabindex", stem === chosen ? "0" : "-1"));
    hold(stems.at(-1));
    chart.addEventListener("keydown", (event) => {
      const at = stems.indexOf(event.target.closest(".stem-important"));
      const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: stems.length - 1 }[event.key];
      if (at < 0 || next === undefined) {
        return;
      }
      event.preventDefault();
      const stem = stems[Math.min(Math.max(next, 0), stems.length - 1)];
      hold(stem);
      stem.focus();
    });
  }
})();
