// Draws a place on the screenshot: what is dragged fills the fields, and what the fields say is drawn. The fields alone
// do without this script.
(() => {
  const form = document.getElementById("draw-region");
  const drawn = document.querySelector(".being-drawn");
  if (!form || !drawn) {
    return;
  }
  const shot = drawn.ownerSVGElement;
  const fields = ["x", "y", "width", "height"].map((name) => document.getElementById(`region-${name}`));
  const show = () => fields.forEach((field) => drawn.setAttribute(field.name, Number(field.value) || 0));
  const place = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(shot.getScreenCTM().inverse());
    const { width, height } = shot.viewBox.baseVal;
    return [Math.min(Math.max(Math.round(x), 0), width), Math.min(Math.max(Math.round(y), 0), height)];
  };
  let start = null;

  form.querySelector(".with-script").hidden = false;
  form.addEventListener("toggle", () => shot.classList.toggle("can-be-drawn-on", form.open));
  form.addEventListener("input", show);
  shot.addEventListener("pointerdown", (event) => {
    if (form.open) {
      event.preventDefault();
      shot.setPointerCapture(event.pointerId);
      start = place(event);
    }
  });
  shot.addEventListener("pointermove", (event) => {
    if (start) {
      const [x, y] = place(event);
      const sides = [Math.min(x, start[0]), Math.min(y, start[1]), Math.abs(x - start[0]), Math.abs(y - start[1])];
      fields.forEach((field, side) => { field.value = sides[side]; });
      show();
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    shot.addEventListener(end, () => { start = null; });
  }
})();
