/* Queries that engines suggest while one types; loaded only where the user wants that. */

(() => {
  "use strict";

  /* Milliseconds without a key before engines are asked. */
  const PAUSE = 200;
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
    list.replaceChildren(
      ...suggestions.map((text) => {
        const option = document.createElement("option");
        option.value = text;
        return option;
      }),
    );
  }

  document.addEventListener("input", (event) => {
    const list = event.target.list;
    if (!list?.dataset.source) return;
    clearTimeout(timer);
    latest = event.target.value.trim().replace(/\s+/g, " ");
    if (latest) timer = setTimeout(() => ask(latest, list).catch(() => {}), PAUSE);
  });
})();
