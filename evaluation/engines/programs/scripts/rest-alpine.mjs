// json-server's REST interface under a catalogue made with Alpine.
import jsonServer from 'json-server';
import {documents, page, serve} from './common.mjs';

serve(app => {
  app.get('/', (request, response) => response.type('html').send(page('rest-alpine.html')));
  // json-server takes parameters away that it has read; today's Express makes them anew each time.
  app.use('/api', (request, response, next) => { Object.defineProperty(request, 'query', {value: {...request.query}}); next(); });
  app.use('/api', jsonServer.router({entries: documents.map(({id, slug, title, section, summary, published}) => ({id, slug, title, section, summary, published}))}));
});
