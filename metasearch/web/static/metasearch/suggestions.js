/* Queries proposed while one types; loaded only where the user wants that. */

(() => {
  "use strict";

  /* Milliseconds without a key before asking. */
  const PAUSE = 100;
  let timer = 0;
  let latest = "";

  async function ask(query, list) {
    const response = await fetch(list.dataset.source, {
      method: "POST",
      body: new URLSearchParams({ q: query }),
    });
    const [asked, suggestions] = await response.json();
    /* An answer that comes after another key is out of date. */
    if (asked !== latest) return;
    list.replaceChildren(...suggestions.map((text) => new Option("", text)));
  }

  document.addEventListener("input", (event) => {
    const list = event.target.list;
    if (!list?.dataset.source) return;
    clearTimeout(timer);
    latest = event.target.value.trim().replace(/\s+/g, " ");
    if (latest) timer = setTimeout(() => ask(latest, list).catch(() => {}), PAUSE);
  });
})();
