/* Keys that do things; the help page lists them, the preferences switch them off. */

(() => {
  "use strict";

  const box = () => document.getElementById("query");

  function go(step) {
    const links = [...document.querySelectorAll(".result-title a")];
    if (!links.length) return;
    const here = links.findIndex((link) => link.closest(".result").contains(document.activeElement));
    const there = here < 0 ? (step > 0 ? 0 : links.length - 1) : here + step;
    links[Math.min(Math.max(there, 0), links.length - 1)].focus();
  }

  const press = (selector) => document.querySelector(selector)?.click();

  const actions = {
    "/": () => box()?.select(),
    j: () => go(1),
    k: () => go(-1),
    s: () => press(".offer-button:not([hidden])"),
    n: () => press(".paging .next"),
    p: () => press(".paging .previous"),
    "?": () => import("./keys.js").then((keys) => keys.show()).catch(() => press('a[href^="/help"]')),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
})();
