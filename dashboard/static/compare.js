// Adds to a comparison "slide one over the other", where the slider component is there, and "blink": one picture in the
// place of the other, by button or the key b. And keys for the verdict and for what moved (v). Without this script the two screenshots stand
// side by side, and buttons do the rest.
(() => {
  const pair = document.getElementById("pair");
  const toolbar = document.querySelector(".toolbar");
  const shots = pair ? pair.querySelectorAll(".shot") : [];
  const moved = document.getElementById("moved");
  const views = [];
  const tools = document.createElement("span");

  function button(text, show) {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.setAttribute("aria-pressed", "false");
    tools.append(element);
    const view = { element, show, shown: null };
    element.addEventListener("click", () => choose(view.element.getAttribute("aria-pressed") === "true" ? null : view));
    views.push(view);
    return view;
  }

  // One view at a time; none: side by side.
  function choose(chosen) {
    for (const view of views) {
      const isChosen = view === chosen;
      view.element.setAttribute("aria-pressed", String(isChosen));
      if (isChosen && !view.shown) {
        view.shown = view.show();
        pair.after(view.shown);
      }
      if (view.shown) {
        view.shown.hidden = !isChosen;
      }
    }
    pair.hidden = chosen !== null;
  }

  function described(element) {
    const value = Math.round(element.value);
    element.setAttribute("aria-valuenow", String(value));
    element.setAttribute("aria-valuetext", `${value} % shows the page before, the rest the page after`);
  }

  function slider() {
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
    described(element);
    return element;
  }

  function blinker() {
    const element = document.createElement("figure");
    const caption = document.createElement("figcaption");
    const copies = [...shots].map((shot) => shot.cloneNode(true));
    caption.setAttribute("role", "status");
    element.className = "blink";
    element.append(caption, ...copies);
    element.turn = (after) => {
      element.dataset.shows = after ? "after" : "before";
      caption.textContent = `${after ? "After" : "Before"}: b shows the other`;
      copies.forEach((copy, index) => { copy.hidden = (index === 1) !== after; });
    };
    element.addEventListener("click", () => element.turn(element.dataset.shows === "before"));
    element.turn(true);
    return element;
  }

  function blink() {
    const view = views.find((item) => item.show === blinker);
    if (view && !pair.hidden) {
      choose(view);
    } else if (view && view.shown && !view.shown.hidden) {
      view.shown.turn(view.shown.dataset.shows === "before");
    } else if (view) {
      choose(view);
    }
  }

  if (toolbar && shots.length === 2) {
    if (customElements.get("img-comparison-slider")) {
      button("Slide one over the other", slider);
    }
    button("Blink (b)", blinker);
    tools.className = "views";
    toolbar.append(tools);
  }

  if (moved) {
    moved.querySelector(".with-script").hidden = false;
  }

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input[type=text], select, textarea, dialog") || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const control = ["i", "u", "z"].includes(event.key) && document.querySelector(`.say [data-key="${event.key}"]`);
    if (control) {
      event.preventDefault();
      control.click();
    } else if (event.key === "b" && views.length) {
      blink();
    } else if (event.key === "v" && moved) {
      moved.open = !moved.open;
      moved.querySelector("summary").focus();
    } else if (event.key === "Escape" && pair && pair.hidden) {
      choose(null);
    }
  });
})();
