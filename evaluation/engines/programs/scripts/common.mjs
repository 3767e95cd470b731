// What the programs share: the documents, pages of them, files of packages, and the server.
import express from 'express';
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
export const documents = JSON.parse(readFileSync(join(here, 'documents.json'), 'utf8'));
const escapes = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};
export const escaped = text => text.replace(/[&<>"']/g, sign => escapes[sign]);
const wordsOf = text => text.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
const counted = documents.map(each => [each, wordsOf(`${`${each.title} `.repeat(5)}${each.text}`)]);

// All documents with all words of the query, best first.
export function find(query) {
  const words = wordsOf(query ?? '');
  if (!words.length) return [];
  const scored = [];
  for (const [document, its] of counted) {
    const counts = words.map(word => its.filter(other => other === word).length);
    if (counts.every(Boolean)) scored.push([counts.reduce((sum, count) => sum + count), document]);
  }
  return scored.sort((one, other) => other[0] - one[0] || one[1].id - other[1].id).map(each => each[1]);
}

export const page = name => readFileSync(join(here, name), 'utf8');

// An app with the documents' pages and the packages' files; `routes` adds the engine's own.
export function serve(routes) {
  const app = express();
  app.use('/vendor', express.static(join(here, 'node_modules')));
  app.get('/entry/:slug', (request, response) => {
    const found = documents.find(each => each.slug === request.params.slug);
    if (!found) return response.status(404).send('<h1>Not found</h1>');
    response.send(`<!doctype html><title>${escaped(found.title)}</title><h1>${escaped(found.title)}</h1><p>${escaped(found.text)}</p>`);
  });
  routes(app);
  app.listen(Number(process.env.PORT), '127.0.0.1');
}
