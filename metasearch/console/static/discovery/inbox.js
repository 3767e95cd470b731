// The inbox by keys: j and k move between what waits, a and r press the buttons of what is framed.
"use strict";

const waiting = [...document.querySelectorAll(".inbox article")];
const STEPS = { j: 1, k: -1 };
let isSent = false;

function framed() {
  return document.activeElement.closest(".inbox article");
}

function move(step) {
  const place = Math.max(0, waiting.indexOf(framed()) + step);
  waiting[Math.min(place, waiting.length - 1)]?.focus();
}

document.addEventListener("keydown", (event) => {
  const isTyped = event.target.closest("input, textarea, select");
  if (isTyped || event.ctrlKey || event.altKey || event.metaKey || event.repeat) {
    return;
  }
  if (event.key in STEPS) {
    move(STEPS[event.key]);
    return;
  }
  const buttons = [...(framed()?.querySelectorAll("button[data-key]") ?? [])];
  const pressed = buttons.find((button) => button.dataset.key === event.key);
  if (pressed && !isSent) {
    isSent = true;
    pressed.click();
  }
});

if (waiting.some((each) => each.querySelector("button[data-key]"))) {
  document.querySelector(".keys").hidden = false;
}
(waiting.find((each) => `#${each.id}` === location.hash) ?? waiting[0])?.focus();
