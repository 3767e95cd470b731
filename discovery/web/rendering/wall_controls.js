// Finds what a visitor can press in a notice that lies over the page, or on a page that is nothing
// else: the last of the notices, with a heading. Returns each with its words and controls; the
// controls themselves are kept in a property of the window that the page cannot guess, {key}.
({key}) => {
  const MAX_TEXT = 4000, MAX_CONTROLS = 400, MAX_NOTICES = 6, LEAST = 2;
  const isOver = (element) => {
    if (element.matches("dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]")) {
      return true;
    }
    const style = getComputedStyle(element);
    if (style.position === "fixed" || style.position === "sticky") return true;
    return style.position === "absolute" && Number(style.zIndex) >= 10;
  };
  const parentOf = (element) => element.parentElement ||
    (element.getRootNode() instanceof ShadowRoot ? element.getRootNode().host : null);
  const controls = allElements().filter((each) => each.matches(
    "button, a, [role=button], input[type=submit], input[type=button]") && isShown(each, LEAST))
    .slice(0, MAX_CONTROLS);
  const labelOf = (element) => (element.innerText || element.value ||
    element.getAttribute("aria-label") || element.getAttribute("title") || "").trim().slice(0, 200);
  const textOf = (element) => (element.innerText ||
    (element.shadowRoot ? [...element.shadowRoot.children].map((each) => each.innerText || "")
      .join(" ") : "") || "").slice(0, MAX_TEXT + 1);
  const notices = new Map();
  for (const control of controls) {
    let holder = null;
    for (let node = parentOf(control); node; node = parentOf(node)) {
      if (node === document.body || node === document.documentElement) break;
      if (isOver(node)) holder = node;
    }
    if (holder === null) continue;
    if (!notices.has(holder)) notices.set(holder, []);
    notices.get(holder).push(control);
  }
  const held = [], told = [];
  const add = (text, list, typed, heading) => {
    if (!text || text.length > MAX_TEXT || told.length >= MAX_NOTICES) return;
    told.push({text, typed, heading, controls: list.map((control) => {
      held.push(control);
      return {number: held.length - 1, label: labelOf(control)};
    })});
  };
  const typedIn = (root) => [...root.querySelectorAll("input, textarea, select")].filter((each) =>
    isShown(each, LEAST) && !["hidden", "checkbox", "radio", "submit", "button", "image", "reset"]
      .includes(each.type)).length;
  for (const [holder, list] of notices) add(textOf(holder), list, typedIn(holder), null);
  const headings = [...document.querySelectorAll("h1, h2, h3, legend")].slice(0, 5);
  add(textOf(document.body), controls, typedIn(document.body),
    [document.title, ...headings.map((each) => each.innerText || "")].join(".\n").slice(0, MAX_TEXT));
  Object.defineProperty(window, key, {value: held, configurable: true, enumerable: false});
  return told;
}
