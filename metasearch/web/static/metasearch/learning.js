// While no site is learned yet: shows how far the first ones are, and the search box once one is.
"use strict";

const EVERY = 1500;

async function look() {
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const now = page.getElementById("learning");
    if (response.ok && !now) {
      location.reload();
      return;
    }
    if (now) document.getElementById("learning").replaceWith(now);
  } catch {
    // The server is away for a moment: the next look tells.
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
