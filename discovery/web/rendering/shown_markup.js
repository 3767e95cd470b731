// Returns the page as it is shown, as markup: without what is not displayed, and with what stands in
// shadow trees and frames of its own in its place. Called with the most characters that are wanted.
(most) => {
  const MAX_DEPTH = 400;
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const LEFT_OUT = new Set("script noscript template object embed".split(" "));
  const UNSEEN = new Set("HEAD TITLE BASE META STYLE LINK".split(" "));
  const parts = [];
  let length = 0;
  const add = (text) => { parts.push(text); length += text.length; };
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const isShown = (element) => UNSEEN.has(element.tagName) ||
    getComputedStyle(element).display !== "none";
  const children = (element) => {
    if (element.shadowRoot) return element.shadowRoot.childNodes;
    if (element.tagName === "SLOT" && element.assignedNodes().length) return element.assignedNodes();
    return element.childNodes;
  };
  const write = (node, depth) => {
    if (length > most || depth > MAX_DEPTH) return;
    if (node.nodeType === Node.TEXT_NODE) { add(escaped(node.data)); return; }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const tag = node.localName;
    if (LEFT_OUT.has(tag) || !isShown(node)) return;
    if (tag === "iframe") {
      // That of another site may not be looked into.
      const inner = node.contentDocument && node.contentDocument.body;
      if (!inner) return;
      add("<div>");
      for (const child of inner.childNodes) write(child, depth + 1);
      add("</div>");
      return;
    }
    add(`<${tag}`);
    for (const { name, value: given } of node.attributes) {
      // Addresses in a frame are relative to its own.
      const value = name === "href" && node.ownerDocument !== document ? String(node.href) : given;
      if (!name.startsWith("on")) add(` ${name}="${escaped(value).replace(/"/g, "&quot;")}"`);
    }
    add(">");
    if (VOID.has(tag)) return;
    if (tag === "style") { add(`${node.textContent.replace(/<\//g, "<\\/")}</style>`); return; }
    for (const child of children(node)) write(child, depth + 1);
    add(`</${tag}>`);
  };
  write(document.documentElement, 0);
  return `<!DOCTYPE html>${parts.join("")}`;
}
