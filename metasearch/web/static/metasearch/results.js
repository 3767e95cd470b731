/* Results that come in batches flow into one list, best first.

   As long as nobody has begun to read, each batch glides into its place. From then on, or after
   two seconds in which somebody may read without a sign, and always where motion is not wanted,
   nothing on the page moves by itself: what ranks below all that is shown is added at the end,
   everything else is offered. Without this script the batches stand one below the other. */

(() => {
  "use strict";

  /* A filter works when it is chosen; without a script, with the search's button. */
  document.addEventListener("change", (event) => {
    if (event.target.matches(".filters select")) event.target.form.requestSubmit();
  });

  const SETTLING_TIME = 2000;
  const GLIDING = { duration: 250, easing: "ease-out" };

  let list = null;
  let reading = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let order = [];
  /* What is not shown yet, by the number of its result: new results, and shown ones with more
     engines or a better title. */
  const fresh = new Map();
  const changed = new Map();
  const newcomers = new Set();

  const number = (item) => item.id.slice(1);
  const shown = () => [...list.children].map(number);

  function arrange() {
    const items = new Map([...list.children].map((item) => [number(item), item]));
    for (const [key, item] of changed) {
      items.get(key)?.replaceWith(item);
      items.set(key, item);
    }
    for (const [key, item] of fresh) items.set(key, item);
    changed.clear();
    fresh.clear();
    newcomers.clear();
    const sorted = order.map((key) => items.get(key)).filter(Boolean);
    /* Items that stay in order are not touched: they keep focus and selection. */
    sorted.forEach((item, place) => {
      if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
    });
    offer();
  }

  /* Let results that `change` moves begin where they were and glide to where they are. */
  function glide(change) {
    const tops = new Map();
    for (const item of list.children) tops.set(item.id, item.getBoundingClientRect().top);
    change();
    for (const item of list.children) {
      for (const unfinished of item.getAnimations()) unfinished.cancel();
      const way = tops.get(item.id) - item.getBoundingClientRect().top;
      if (way) item.animate({ transform: [`translateY(${way}px)`, "none"] }, GLIDING);
    }
  }

  /* Whether all that is new ranks below all that is shown, in the order it is shown. */
  function onlyAdds() {
    const present = shown();
    return present.every((key, place) => key === order[place]);
  }

  function append() {
    for (const key of order) {
      if (fresh.has(key)) list.append(fresh.get(key));
    }
    fresh.clear();
    newcomers.clear();
    /* What is out of sight may still change its lines. */
    for (const [key, item] of changed) {
      const old = document.getElementById(`r${key}`);
      if (old && old.getBoundingClientRect().top > window.innerHeight) {
        old.replaceWith(item);
        changed.delete(key);
      }
    }
    offer();
  }

  function offer() {
    const button = document.querySelector(".offer-button");
    const reordered = !onlyAdds();
    button.hidden = !fresh.size && !reordered;
    if (button.hidden) return;
    button.textContent = button.dataset.order;
    if (!fresh.size) return;
    button.textContent = `${button.dataset.more} (${fresh.size}): `;
    /* Names keep to themselves the direction they are written in. */
    [...newcomers].forEach((name, place) => {
      const isolated = document.createElement("bdi");
      isolated.textContent = name;
      button.append(place ? " · " : "", isolated);
    });
  }

  function show() {
    const first = order.find((key) => fresh.has(key));
    arrange();
    const item = document.getElementById(`r${first ?? order[0]}`);
    item?.scrollIntoView({ block: "nearest" });
    item?.querySelector("a")?.focus({ preventScroll: true });
  }

  function take(batch) {
    order = batch.dataset.order.split(" ").filter(Boolean);
    for (const item of batch.querySelectorAll(".results > .result")) fresh.set(number(item), item);
    for (const item of batch.querySelectorAll("template")) {
      for (const result of [...item.content.children]) {
        if (fresh.has(number(result))) fresh.set(number(result), result);
        else changed.set(number(result), result);
      }
    }
    if (fresh.size) {
      for (const name of batch.querySelectorAll(".batch-heading bdi")) {
        newcomers.add(name.textContent);
      }
    }
    if (!list && fresh.size) {
      list = batch.querySelector(".results");
      batch.before(list);
      setTimeout(() => (reading = true), SETTLING_TIME);
      fresh.clear();
      newcomers.clear();
      document.querySelector(".offer-button").addEventListener("click", show);
    } else if (list && !reading) {
      glide(arrange);
    } else if (list && onlyAdds()) {
      append();
    } else if (list) {
      offer();
    }
    batch.remove();
  }

  const begins = (event) => {
    if (list && (event.type !== "pointermove" || list.contains(event.target))) {
      reading = true;
    }
  };
  for (const type of ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin"]) {
    document.addEventListener(type, begins, { passive: true });
  }

  /* Stands in the page after every batch: the browser calls as soon as it has read that far. */
  customElements.define(
    "batch-end",
    class extends HTMLElement {
      connectedCallback() {
        const batch = this.previousElementSibling;
        this.remove();
        if (batch?.matches(".batch")) take(batch);
      }
    },
  );
})();
