// A server whose form fills a frame of Turbo.
import {escaped, find, page, serve} from './common.mjs';

const SIZE = 10;
serve(app => {
  app.get('/', (request, response) => response.type('html').send(page('turbo-frame.html')));
  app.get('/entries', (request, response) => {
    if (!request.get('turbo-frame')) return response.redirect('/');
    const number = Number(request.query.page ?? 1), found = find(request.query.filter), shown = found.slice((number - 1) * SIZE, number * SIZE);
    const items = shown.map(each => `<div class="entry"><a data-turbo-frame="_top" href="${each.path}">${escaped(each.title)}</a><div>${escaped(each.summary)}</div></div>`).join('');
    const next = `/entries?${new URLSearchParams({filter: request.query.filter ?? '', page: number + 1})}`;
    response.type('html').send(`<turbo-frame id="entries">${items || '<p>No entries.</p>'}${found.length > number * SIZE ? `<a href="${escaped(next)}">Next</a>` : ''}</turbo-frame>`);
  });
  app.get('/api', (request, response) => response.json(find(request.query.q).map(({path, title}) => ({path, title}))));
});
