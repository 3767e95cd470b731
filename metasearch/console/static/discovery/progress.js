// Show the progress of long work while it goes on; when its state changes, the page is loaded anew.
"use strict";

const panel = document.querySelector(".progress-panel");
let shownFragment = "";
// A button that is replaced while it is pressed is never clicked.
let isPressed = false;

function shownState() {
  const shown = panel.querySelector("[data-unfinished]");
  return shown ? shown.dataset.unfinished : "finished";
}

async function refresh() {
  if (document.hidden) {
    setTimeout(refresh, 1000);
    return;
  }
  const before = shownState();
  const response = await fetch(panel.dataset.source, { credentials: "same-origin" });
  if (response.ok) {
    const fragment = await response.text();
    // Left alone where nothing is new: focus stays, and nothing is read aloud twice.
    if (fragment !== shownFragment && !isPressed) {
      shownFragment = fragment;
      panel.innerHTML = fragment; // escaped by the server's template
    }
    if (shownState() !== before) {
      location.reload();
      return;
    }
  }
  setTimeout(refresh, 1000);
}

if (panel && panel.querySelector("[data-unfinished]")) {
  panel.addEventListener("pointerdown", () => {
    isPressed = true;
  });
  for (const end of ["pointerup", "pointercancel"]) {
    // After the click, which comes last.
    document.addEventListener(end, () => setTimeout(() => (isPressed = false)));
  }
  setTimeout(refresh, 1000);
}
