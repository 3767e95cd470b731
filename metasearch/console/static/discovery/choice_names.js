// A box that looks things up is named by what is chosen; while nothing is, by its label.
"use strict";

function nameBoxes() {
  for (const box of document.querySelectorAll(".select2-selection, .select2-selection__rendered")) {
    const label = box.closest(".form-row")?.querySelector("label");
    if (label && !box.hasAttribute("aria-label")) {
      box.setAttribute("aria-label", label.textContent.trim());
    }
  }
}

// The boxes are made some time after the page is.
new MutationObserver(nameBoxes).observe(document, { childList: true, subtree: true });
