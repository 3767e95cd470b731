// Waits until the page has run the scripts that it fetched, was quiet since the last one ran, and has
// nothing more to do. Called with {key, quiet, most}: where the page keeps those that ran;
// milliseconds since then, and of waiting. Returns whether it has.
({key, quiet, most}) => new Promise((done) => {
  const run = window[key], until = performance.now() + most;
  const look = () => {
    const fetched = new Set(performance.getEntriesByType("resource").map((each) => each.name));
    const waits = performance.now() - run.last < quiet || [...document.scripts].some(
      (script) => script.src && fetched.has(script.src) && !run.scripts.has(script));
    if (waits && performance.now() < until) setTimeout(look, 50);
    else requestIdleCallback(() => done(!waits), {timeout: most});
  };
  look();
})
