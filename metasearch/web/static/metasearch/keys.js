/* The list of keys above the page. It is the help page's, fetched by who asks for it. */

export async function show() {
  let box = document.querySelector(".keys-box");
  if (!box) {
    const response = await fetch(document.querySelector('a[href^="/help"]').href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    box = page.querySelector(".keys-box");
    box.prepend(page.getElementById("keys"), page.querySelector(".all-keys"));
    const style = page.querySelector('link[href*="/pages."]');
    const loaded = new Promise((resolve) => style.addEventListener("load", resolve));
    document.head.append(style);
    document.body.append(box);
    await loaded;
  }
  /* On the help page the list stands already: nothing is above it. */
  if (box.querySelector(".all-keys")) box.showModal();
  else document.getElementById("keys").scrollIntoView();
}
