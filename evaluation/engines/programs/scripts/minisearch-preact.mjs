// Preact over MiniSearch: the page loads all documents and lists what matches while one types.
import MiniSearch from 'minisearch';
import {documents, page, serve} from './common.mjs';

const rows = documents.map(({id, title, path, text, summary}) => ({id, title, path, text, summary}));
const index = new MiniSearch({fields: ['title', 'text'], storeFields: ['title', 'path', 'summary'], searchOptions: {boost: {title: 3}, prefix: true, combineWith: 'AND'}});
index.addAll(rows);
serve(app => {
  app.get('/', (request, response) => response.type('html').send(page('minisearch-preact.html')));
  app.get('/data/rows.json', (request, response) => response.json(rows));
  app.get('/truth', (request, response) => response.json(index.search(request.query.q).slice(0, 15)));
});
