/** Builds and serves the sample chat and the popup with a fake `browser`. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { builtOnce } from '../support/built-once.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** As strict as a page can be: badges must not need anything from it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'";

/**
 * Nothing changes while it is served, and a state is opened hundreds of times: browsers keep what
 * they have read.
 */
const KEPT = 'max-age=86400, immutable';

/** Pages of the extension. */
const PAGES = ['popup', 'approval', 'healing', 'options', 'welcome'].map(
  (name) => `entrypoints/${name}/index.html`,
);

export interface Site {
  /** Without a trailing slash. */
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveSite(): Promise<Site> {
  const outDir = await builtOnce('site', {
    root: ROOT,
    publicDir: join(ROOT, 'src/public'),
    define: { 'import.meta.env.FIREFOX': 'false' },
    resolve: { alias: { 'wxt/browser': join(ROOT, 'test/screenshots/fake-browser.ts') } },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      rolldownOptions: {
        input: ['test/screenshots/chat.html', ...PAGES].map((page) => join(ROOT, page)),
      },
    },
  });
  const server = await preview({
    root: ROOT,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: {
      port: 0,
      host: '127.0.0.1',
      headers: { 'content-security-policy': POLICY, 'cache-control': KEPT },
    },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string')
    throw new Error('The sample site has no port; is 127.0.0.1 free?');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => server.close(),
  };
}
