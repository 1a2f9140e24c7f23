import express from 'express';
import { pipeline } from 'node:stream';
import { fixFetch } from 'stream-fixer';

const fix = fixFetch();
const app = express();
app.post(
  '/v1/chat/completions',
  express.text({ type: 'json', limit: '32mb' }),
  async (request, response) => {
    const headers = {
      'content-type': 'application/json',
      authorization: request.get('authorization') ?? '',
    };
    const reply = await fix(`http://127.0.0.1:8642${request.url}`, {
      method: 'POST',
      headers,
      body: request.body,
    });
    response.status(reply.status).type(reply.headers.get('content-type') ?? '');
    pipeline(reply.body, response, () => {});
  },
);
app.listen(3000, '127.0.0.1');
