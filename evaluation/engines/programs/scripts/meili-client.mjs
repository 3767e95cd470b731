// An interface that answers as Meilisearch does, asked by Meilisearch's own client with its key.
import express from 'express';
import {find, page, serve} from './common.mjs';

const KEY = 'f7a1c03f8d2e44b9a6b0d1e2c3f4a5b6';
serve(app => {
  app.get('/', (request, response) => response.type('html').send(page('meili-client.html').replace('{{key}}', KEY)));
  app.get('/api', (request, response) => response.json(find(request.query.q).map(({path, title}) => ({path, title}))));
  app.post('/indexes/entries/search', express.json(), (request, response) => {
    if (request.get('authorization') !== `Bearer ${KEY}`) return response.status(401).json({message: 'The Authorization header is missing.', code: 'missing_authorization_header', type: 'auth'});
    const {q = '', offset = 0, limit = 20} = request.body, found = find(q);
    const hits = found.slice(offset, offset + limit).map(({id, slug, title, section, summary}) => ({id, slug, title, section, summary, _formatted: {title, summary}}));
    response.json({hits, query: q, processingTimeMs: 1, limit, offset, estimatedTotalHits: found.length});
  });
});
