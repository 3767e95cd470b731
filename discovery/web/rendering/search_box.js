// Finds where a visitor would type a query. Called with {words, names, opening}: patterns of words
// that speak of search, whole names of query fields, and whether to look for what opens the field.
// Without a sign of search no field is one. What opens it is a list, the best first; nothing in it
// sends a form.
({words, names, opening}) => {
  const MAX = 3000;
  const speaks = words.map((word) => { try { return new RegExp(word, "iu"); } catch { return null; } })
    .filter(Boolean);
  const says = (text) => speaks.some((word) => word.test((text || "").slice(0, 200)));
  const all = allElements();
  const about = (element) => [
    element.id, element.getAttribute("name"), element.getAttribute("class"),
    element.getAttribute("placeholder"), element.getAttribute("aria-label"),
    element.getAttribute("title"),
    ...[...(element.labels || [])].map((label) => label.textContent),
  ].filter((text) => typeof text === "string").map((text) => text.replace(/[_-]/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2"));
  const isWithin = (element) => {
    const holder = element.closest("[role=search], search, form");
    if (!holder) return false;
    return holder.tagName !== "FORM" || holder.getAttribute("role") === "search" ||
      says([holder.id, holder.getAttribute("class"), holder.getAttribute("action")].join(" "));
  };
  if (!opening) {
    let best = null, most = 0;
    for (const element of all.filter((each) => each.matches(
      "input, textarea, [contenteditable=true], [contenteditable='']")).slice(0, MAX)) {
      const type = (element.getAttribute("type") || "text").toLowerCase();
      const isInput = element.tagName === "INPUT";
      if (isInput && !["text", "search", ""].includes(type)) continue;
      if (element.readOnly || !isShown(element)) continue;
      const role = element.getAttribute("role");
      let score = 0;
      if (type === "search") score += 5;
      if (role === "searchbox") score += 4;
      if (names.includes((element.getAttribute("name") || "").toLowerCase())) score += 3;
      if (about(element).some(says)) score += 4;
      if (isWithin(element)) score += 3;
      if (score && role === "combobox") score += 1;
      if (score && isInput) score += 1;
      if (score > most) { best = element; most = score; }
    }
    return best;
  }
  const openers = all.filter((each) => each.matches(
    "button, [role=button], summary, label, a, [tabindex]")).slice(0, MAX)
    .filter((element) => isShown(element) &&
      ([...about(element), (element.textContent || "").trim().slice(0, 60)].some(says)));
  const leads = (element) => element.tagName === "A" &&
    !(element.getAttribute("href") || "#").startsWith("#");
  const sends = (element) => ["submit", "image"].includes(element.type) && element.form;
  const near = openers.filter((element) => !leads(element) && !sends(element));
  const links = openers.filter((element) => leads(element) && element.origin === location.origin);
  return [...near, ...links].slice(0, 20);
}
