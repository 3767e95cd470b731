/* A picture that is chosen is shown large, with the address of its page; arrow keys lead to the next.
   Without this script it is a link to the page, as it is with a key that opens new tabs. */

(() => {
  "use strict";

  const box = () => document.querySelector(".lightbox");
  const links = () => [...document.querySelectorAll(".picture a:has(img)")];
  let shown = null;

  function show(link) {
    const lightbox = box();
    shown = link;
    lightbox.querySelector("img").src = link.querySelector("img").src;
    lightbox.querySelector(".lightbox-title").textContent = link.textContent.trim();
    const page = lightbox.querySelector(".lightbox-page");
    page.href = link.href;
    page.firstElementChild.textContent = link.href;
    if (!lightbox.open) lightbox.showModal();
  }

  function go(step) {
    const all = links();
    const next = all[all.indexOf(shown) + step];
    if (next) show(next);
  }

  document.addEventListener("click", (event) => {
    const { step } = event.target.dataset;
    if (step) go(Number(step));
    /* What lies around the picture is the dialog itself. */
    if (event.target === box()) box().close();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest(".picture a:has(img)");
    if (!link) return;
    event.preventDefault();
    show(link);
  });

  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !box()?.open) return;
    event.preventDefault();
    go(box().matches(":dir(rtl)") ? -step : step);
  });

  /* Who closes it goes on from the picture seen last. */
  document.addEventListener("close", (event) => event.target === box() && shown?.focus(), true);
})();
