import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { fixFetch } from 'stream-fixer';

const customFetch = fixFetch();
const app = new Hono();
app.all('/v1/*', ({ req }) => proxy(`http://127.0.0.1:8642${req.path}`, { ...req, customFetch }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 3000 });
