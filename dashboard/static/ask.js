// Keys for the question, and what an answer changed as soon as the page has learned from it. Without this script the
// same is done by the buttons, and the next page says it.
(() => {
  const EVERY_MS = 3000;
  let busy = false;

  const part = (text) => new DOMParser().parseFromString(text, "text/html").getElementById("ask");

  // The answer's page takes the place of this one: no key is lost while another page loads.
  async function send(form, button) {
    busy = true;
    try {
      const said = new URLSearchParams(new FormData(form, button));
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body: said });
      const shown = part(await answer.text());
      if (!answer.ok || !shown) {
        form.requestSubmit(button); // the answer is an error: let it be shown as a page
        return;
      }
      history.replaceState(null, "", answer.url);
      document.getElementById("ask").replaceWith(document.adoptNode(shown));
      document.getElementById("main").focus();
      wait();
    } finally {
      busy = false;
    }
  }

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, dialog");
    const pressing = event.key === "Enter" && event.target.closest("a, button, summary");
    if (busy || typing || pressing || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const known = ["i", "u", "a", "s", "z", "Enter"].includes(event.key);
    const control = known && document.querySelector(`#ask [data-key="${event.key}"]`);
    if (!control) {
      return;
    }
    event.preventDefault();
    if (control.form) {
      send(control.form, control);
    } else {
      control.click();
    }
  });

  async function look() {
    const answer = await fetch(location.href);
    const shown = part(await answer.text())?.querySelector("#effect");
    const effect = document.querySelector("#effect[data-learning]");
    if (answer.ok && shown && effect && !busy) {
      effect.replaceWith(document.adoptNode(shown));
    }
    wait();
  }

  let waiting = 0;
  function wait() {
    clearTimeout(waiting);
    if (document.querySelector("#effect[data-learning]")) {
      waiting = setTimeout(() => look().catch(wait), EVERY_MS);
    }
  }

  wait();
})();
