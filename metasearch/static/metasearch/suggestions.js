/* Queries that engines suggest while one types; loaded only where the user wants that. */

(() => {
  "use strict";

  /* Milliseconds without a key before engines are asked. */
  const PAUSE = 200;
  const box = document.getElementById("query");
  const list = document.getElementById("suggestions");
  if (!box || !list) return;
  let timer = 0;
  let latest = "";

  async function ask(query) {
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

  box.addEventListener("input", () => {
    clearTimeout(timer);
    latest = box.value.trim().replace(/\s+/g, " ");
    if (latest) timer = setTimeout(() => ask(latest).catch(() => {}), PAUSE);
  });
})();
