// Says beside the slider what it stands at. Without this script the page that it asks for says it.
(() => {
  const slider = document.getElementById("factor");
  const said = document.getElementById("factor-said");
  if (slider && said) {
    slider.addEventListener("input", () => { said.textContent = slider.value; });
  }
})();
