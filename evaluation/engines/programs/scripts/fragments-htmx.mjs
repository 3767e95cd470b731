// A server that answers HTMX with rows, while its page is typed into.
import {escaped, find, page, serve} from './common.mjs';

const SIZE = 10;
serve(app => {
  app.get('/', (request, response) => response.type('html').send(page('fragments-htmx.html')));
  app.get('/api', (request, response) => response.json(find(request.query.q).map(({path, title}) => ({path, title}))));
  app.get('/rows', (request, response) => {
    const number = Number(request.query.page ?? 1), found = find(request.query.search), shown = found.slice((number - 1) * SIZE, number * SIZE);
    const rows = shown.map(each => `<tr><td><a href="${each.path}">${escaped(each.title)}</a></td><td>${escaped(each.summary)}</td><td>${each.section}</td></tr>`);
    const address = `/rows?${new URLSearchParams({search: request.query.search ?? '', page: number + 1})}`;
    if (found.length > number * SIZE) rows.push(`<tr id="more"><td colspan="3"><button hx-get="${escaped(address)}" hx-target="#more" hx-swap="outerHTML">More</button></td></tr>`);
    response.type('html').send(rows.join('') || '<tr><td colspan="3">No rows match.</td></tr>');
  });
});
