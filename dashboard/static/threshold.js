// Says at once how many alarms a threshold would have given, while it is dragged: by the slider, its arrow keys, or the
// line in the chart. Without this script a button asks the page for it.
(() => {
  const section = document.querySelector(".threshold");
  const field = document.getElementById("alarm");
  const slider = document.getElementById("alarm-slide");
  if (!section || !field || !slider) {
    return;
  }
  const history = JSON.parse(section.dataset.probabilities);
  const weeks = Number(section.dataset.weeks);
  const chart = document.querySelector(".timeline");
  const line = chart?.querySelector(".alarm-line");
  const axis = (name) => Number(chart.dataset[name]);
  const percentOf = (odds) => Math.min(Math.max(Math.round(1000 / (1 + Math.exp(-odds))) / 10, 0.1), 99.9);
  const oddsOf = (percent) => Math.log(percent / (100 - percent));

  const say = (percent) => {
    const alarms = history.filter((probability) => probability > percent / 100).length;
    const aWeek = weeks >= 1 / 7 ? `, ${(alarms / weeks).toFixed(1)} a week` : "";
    const told = `${alarms.toLocaleString("en")} alarm${alarms === 1 ? "" : "s"}${aWeek}`;
    document.getElementById("alarm-gives").textContent = told;
    document.querySelectorAll(".alarm-said").forEach((said) => { said.textContent = percent; });
    const kept = document.getElementById("alarm-kept");
    if (kept) {
      kept.value = percent;
    }
    slider.setAttribute("aria-valuetext", `${percent} %`);
    if (line) {
      const share = (Math.min(Math.max(oddsOf(percent) / axis("reach"), -1), 1) + 1) / 2;
      line.setAttribute("transform", `translate(0 ${axis("base") - share * (axis("base") - axis("top"))})`);
    }
  };
  const byOdds = (odds) => {
    slider.value = odds;
    field.value = percentOf(odds);
    say(percentOf(odds));
  };

  section.querySelector(".slide").hidden = false;
  section.querySelector(".without-script").hidden = true;
  slider.addEventListener("input", () => byOdds(Number(slider.value)));
  field.addEventListener("input", () => {
    if (field.value && field.checkValidity()) {
      slider.value = oddsOf(Number(field.value));
      say(Number(field.value));
    }
  });
  if (!line) {
    return;
  }
  line.classList.add("can-be-dragged");
  line.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    line.setPointerCapture(event.pointerId);
  });
  line.addEventListener("pointermove", (event) => {
    if (line.hasPointerCapture(event.pointerId)) {
      const { y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
      const share = Math.min(Math.max((axis("base") - y) / (axis("base") - axis("top")), 0), 1);
      byOdds((2 * share - 1) * axis("reach"));
    }
  });
})();
