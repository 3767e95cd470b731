// What the scripts beside this one look at: defined before each of them.
// All elements of the page, those of shadow trees too.
const allElements = () => {
  const all = [];
  const gather = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (all.length >= 50000) return;
      all.push(element);
      if (element.shadowRoot) gather(element.shadowRoot);
    }
  };
  gather(document);
  return all;
};
// Whether a visitor sees an element and can use it; `least` is how wide and high it must be.
const isShown = (element, least = 0) => {
  const box = element.getBoundingClientRect();
  if (!box.width || !box.height || box.width < least || box.height < least) return false;
  const style = getComputedStyle(element);
  return style.visibility !== "hidden" && style.display !== "none" && !element.disabled;
};
