// A static site whose page loads an index of Lunr and searches there; /truth tells what it finds.
import lunr from 'lunr';
import {documents, page, serve} from './common.mjs';

const index = lunr(function () {
  this.ref('id'); this.field('title', {boost: 5}); this.field('text');
  documents.forEach(each => this.add(each));
});
const store = Object.fromEntries(documents.map(({id, title, path, summary}) => [id, {title, url: path, summary}]));
serve(app => {
  app.get('/', (request, response) => response.type('html').send(page('lunr-static.html')));
  app.get('/search/search_index.json', (request, response) => response.json({index, store}));
  app.get('/truth', (request, response) => response.json(index.search(request.query.q).slice(0, 20).map(hit => store[hit.ref])));
});
