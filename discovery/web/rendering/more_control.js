// Lists what shows the next results, the best first. Called with {next, more, signs}: words and signs of pagers.
({next, more, signs}) => {
  const isShown = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && !element.disabled &&
      element.getAttribute("aria-disabled") !== "true" &&
      getComputedStyle(element).visibility !== "hidden";
  };
  const fold = (text) => (text || "").normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  const score = (element) => {
    const labels = [element.textContent, element.getAttribute("aria-label"),
      element.getAttribute("title")].map(fold).filter((text) => text && text.length <= 60);
    let best = element.getAttribute("rel") === "next" ? 4 : 0;
    for (const label of labels) {
      const words = label.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
      if (words.length <= 5 && words.some((word) => next.includes(word))) best = Math.max(best, 3);
      if (words.length <= 5 && words.some((word) => more.includes(word))) best = Math.max(best, 2);
      if (signs.includes(label)) best = Math.max(best, 1);
    }
    return best;
  };
  const found = [];
  for (const element of [...document.querySelectorAll("button, a, [role=button], input[type=button]")]
    .slice(0, 3000)) {
    if (!isShown(element)) continue;
    const points = score(element);
    if (points) found.push([points, element]);
  }
  // Of equals the last one stands below the results.
  return found.reverse().sort((one, other) => other[0] - one[0]).slice(0, 20).map((each) => each[1]);
}
