// usage: node pagefind-truth.mjs BASE BUNDLE QUERY: all that Pagefind finds, as its interface orders it.
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const [base, bundle, query] = process.argv.slice(2);
globalThis.window = {location: {origin: base}};
globalThis.location = globalThis.window.location;
globalThis.document = {querySelector: () => ({getAttribute: () => 'en'}), currentScript: null};
// Its addresses have no host, as in a browser.
const fetched = globalThis.fetch;
globalThis.fetch = (address, options) => fetched(new URL(address, base), options);
const folder = mkdtempSync(join(tmpdir(), 'pagefind-'));
try {
  const file = join(folder, 'pagefind.mjs');
  writeFileSync(file, await (await fetch(`${base}${bundle}pagefind.js`)).text());
  const pagefind = await import(file);
  await pagefind.options({basePath: `${base}${bundle}`, baseUrl: '/'});
  const {results} = await pagefind.search(query);
  const rows = await Promise.all(results.map(async result => { const {url, meta} = await result.data(); return {url, title: meta.title}; }));
  console.log(JSON.stringify(rows));
} finally {
  rmSync(folder, {recursive: true});
}
process.exit(0);
