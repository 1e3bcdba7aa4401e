// Adds "slide one over the other" to a comparison. Without this script, or without the slider component, the two
// screenshots stand side by side.
(() => {
  const pair = document.getElementById("pair");
  const toolbar = document.querySelector(".toolbar");
  const shots = pair ? pair.querySelectorAll(".shot") : [];
  if (!customElements.get("img-comparison-slider") || !toolbar || shots.length !== 2) {
    return;
  }

  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Slide one over the other";
  button.setAttribute("aria-pressed", "false");
  toolbar.append(button);
  let slider = null;

  function described(element) {
    const value = Math.round(element.value);
    element.setAttribute("aria-valuenow", String(value));
    element.setAttribute("aria-valuetext", `${value} % shows the page before, the rest the page after`);
  }

  function built() {
    const element = document.createElement("img-comparison-slider");
    ["first", "second"].forEach((slot, index) => {
      const copy = shots[index].cloneNode(true);
      copy.slot = slot;
      element.append(copy);
    });
    element.setAttribute("role", "slider");
    element.setAttribute("aria-label", "Before on the left, after on the right");
    element.setAttribute("aria-valuemin", "0");
    element.setAttribute("aria-valuemax", "100");
    element.addEventListener("slide", () => described(element));
    return element;
  }

  button.addEventListener("click", () => {
    const sliding = pair.hidden;
    if (!slider) {
      slider = built();
      pair.after(slider);
      described(slider);
    }
    pair.hidden = !sliding;
    slider.hidden = sliding;
    button.setAttribute("aria-pressed", String(!sliding));
  });
})();
