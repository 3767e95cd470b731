// An Express interface under a page made with React, whose address follows what is asked.
import {find, page, serve} from './common.mjs';

const SIZE = 10;
serve(app => {
  app.get('/v1/lookup', (request, response) => {
    const number = Number(request.query.p ?? 1), found = find(request.query.query);
    const list = found.slice((number - 1) * SIZE, number * SIZE).map(each => ({uid: each.slug, label: each.title, abstract: each.summary, topics: [each.section], created: each.published}));
    response.json({meta: {count: found.length, page: number, pages: Math.ceil(found.length / SIZE)}, data: {entries: list}});
  });
  app.get(['/', '/results'], (request, response) => response.type('html').send(page('react-pages.html')));
});
