// Serves the files of a built site, addresses without .html included.
import express from 'express';

const app = express();
app.use(express.static(process.env.SITE, {extensions: ['html']}));
app.use((request, response) => response.status(404).type('html').send('<h1>Not found</h1>'));
app.listen(Number(process.env.PORT), '127.0.0.1');
