// GraphQL Yoga with connections and cursors under a page made with Vue.
import {createSchema, createYoga} from 'graphql-yoga';
import {find, page, serve} from './common.mjs';

const typeDefs = `
  type Article { id: ID! title: String! teaser: String! path: String! topic: String! date: String! }
  type Edge { cursor: String! node: Article! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Connection { totalCount: Int! edges: [Edge!]! pageInfo: PageInfo! }
  type Query { search(text: String!, first: Int = 10, after: String): Connection! }`;
const cursorOf = place => Buffer.from(`c:${place}`).toString('base64');
const search = (_, {text, first, after}) => {
  const found = find(text), start = after ? Number(Buffer.from(after, 'base64').toString().slice(2)) : 0;
  const edges = found.slice(start, start + first).map((each, at) => ({cursor: cursorOf(start + at + 1),
    node: {id: each.id, title: each.title, teaser: each.summary, path: each.path, topic: each.section, date: each.published}}));
  return {totalCount: found.length, edges, pageInfo: {hasNextPage: start + first < found.length, endCursor: edges.at(-1)?.cursor}};
};
const yoga = createYoga({schema: createSchema({typeDefs, resolvers: {Query: {search}}}), graphiql: false, logging: false});
serve(app => {
  app.get('/', (request, response) => response.type('html').send(page('graphql-vue.html')));
  app.use('/graphql', yoga);
});
