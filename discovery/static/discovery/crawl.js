// Show a crawl while it goes on; the page is loaded anew when its state changes, for the buttons.
"use strict";

const panel = document.getElementById("crawl");

function stateShown() {
  return panel.querySelector("[data-state]").dataset.state;
}

async function refresh() {
  const before = stateShown();
  const response = await fetch(panel.dataset.source, { credentials: "same-origin" });
  if (response.ok) {
    panel.innerHTML = await response.text(); // escaped by the server's template
    if (stateShown() !== before) {
      location.reload();
      return;
    }
  }
  setTimeout(refresh, 1000);
}

if (panel && panel.querySelector("[data-unfinished]")) {
  setTimeout(refresh, 1000);
}
