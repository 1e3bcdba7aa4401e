// Keys for the list of findings. Without this script the same is done by its links and buttons.
(() => {
  const help = document.getElementById("keys");
  const opener = document.getElementById("keys-open");
  let busy = false;

  const cards = () => [...document.querySelectorAll(".finding")];
  const current = () => document.activeElement.closest(".finding");

  function go(step) {
    const all = cards();
    const at = all.indexOf(current());
    const next = all[Math.min(Math.max(at + step, 0), all.length - 1)];
    if (next) {
      next.focus();
      next.scrollIntoView({ block: "nearest" });
    }
  }

  // What the form's answer shows takes the place of the list; the place in it stays.
  async function send(form, button, place) {
    busy = true;
    try {
      const said = new URLSearchParams(new FormData(form, button));
      const target = form.getAttribute("action"); // form.action is the button of that name
      const answer = await fetch(target, { method: "POST", body: said });
      const shown = new DOMParser().parseFromString(await answer.text(), "text/html");
      const list = shown.getElementById("today");
      if (!answer.ok || !list) {
        form.requestSubmit(button); // the answer is an error: let it be shown as a page
        return;
      }
      document.getElementById("today").replaceWith(document.adoptNode(list));
      document.querySelector(".lede").replaceWith(document.adoptNode(shown.querySelector(".lede")));
      const all = cards();
      (all[Math.min(place, all.length - 1)] || document.getElementById("main")).focus();
    } finally {
      busy = false;
    }
  }

  function press(key) {
    if (key === "z") {
      const undo = document.querySelector(".done [data-key=z]");
      if (undo) {
        send(undo.form, undo, Math.max(cards().indexOf(current()), 0));
      }
      return;
    }
    const card = current() || cards()[0];
    const control = card && card.querySelector(`[data-key="${key}"]`);
    if (!control) {
      return;
    }
    if (control.form) {
      send(control.form, control, cards().indexOf(card));
    } else {
      control.click();
    }
  }

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, dialog");
    const pressing = event.key === "Enter" && event.target.closest("a, button, summary");
    if (busy || typing || pressing || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === "j" || event.key === "k") {
      go(event.key === "j" ? 1 : -1);
    } else if (event.key === "?" && help) {
      help.showModal();
    } else if (["Enter", "s", "i", "u", "a", "m", "z"].includes(event.key)) {
      press(event.key);
    } else {
      return;
    }
    event.preventDefault();
  });

  if (opener && help) {
    opener.hidden = false;
    opener.addEventListener("click", () => help.showModal());
  }
})();
