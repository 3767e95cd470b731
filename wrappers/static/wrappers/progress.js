// Show the progress of learning while it goes on; the page is loaded anew when it has ended.
"use strict";

const panel = document.getElementById("learning");

async function refresh() {
  const response = await fetch(panel.dataset.source, { credentials: "same-origin" });
  if (response.ok) {
    panel.innerHTML = await response.text(); // escaped by the server's template
    if (!panel.querySelector("[data-unfinished]")) {
      location.reload();
      return;
    }
  }
  setTimeout(refresh, 1000);
}

if (panel && panel.querySelector("[data-unfinished]")) {
  setTimeout(refresh, 1000);
}
