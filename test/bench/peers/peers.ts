/** Packages from npm that patch `fetch` in a page, each used in the usual way to remove markers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { installPackages } from '../../support/npm-packages.ts';

export const PEERS = ['scriptlets', 'vista', 'interceptors'] as const;
export type Peer = (typeof PEERS)[number];

/** 2.5.1 depends on a package that is not in every registry. */
const PACKAGES = ['@adguard/scriptlets@2.3.1', '@rxliuli/vista@0.5.2', '@mswjs/interceptors@0.41.9'];

/** Package names as shown. */
export const PEER_NAMES: Readonly<Record<Peer, string>> = {
  scriptlets: '@adguard/scriptlets 2.3.1, trusted-replace-fetch-response',
  vista: '@rxliuli/vista 0.5.2',
  interceptors: '@mswjs/interceptors 0.41.9',
};

/** In the text of a JSON string: its line feeds are escaped. */
const ESCAPED_MARKER = '/(?:\\\\n)?`[^\\x00-\\x7f]{1,4} [^`\\\\]*`(?:\\\\n)?/g';

/** Removes markers and Hermes' events from a streamed response: frames, JSON, a regular expression. */
const WITHOUT_MARKERS = `
function withoutMarkers(response) {
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) return response;
  let held = '';
  const clean = (frame) => {
    if (frame.startsWith('event: hermes.tool.progress')) return '';
    if (!frame.startsWith('data: {')) return frame + '\\n\\n';
    const chunk = JSON.parse(frame.slice(6));
    for (const { delta } of chunk.choices ?? []) {
      if (delta?.content) delta.content = delta.content.replace(/\\n?\`[^\\x00-\\x7f]{1,4} [^\`\\n]*\`\\n?/g, '');
    }
    return 'data: ' + JSON.stringify(chunk) + '\\n\\n';
  };
  const cleaner = new TransformStream({
    transform(text, controller) {
      const frames = (held + text).split('\\n\\n');
      held = frames.pop();
      for (const frame of frames) controller.enqueue(clean(frame));
    },
    flush(controller) {
      if (held !== '') controller.enqueue(held);
    },
  });
  const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(cleaner).pipeThrough(new TextEncoderStream());
  return new Response(body, response);
}
`;

/** Every peer as one plain script, to be run before the page requests anything. Installs the packages on first use. */
export async function peerScripts(): Promise<ReadonlyMap<Peer, string>> {
  const folder = installPackages(PACKAGES);
  return new Map([
    ['scriptlets', await scriptlets(folder)],
    ['vista', await vista(folder)],
    ['interceptors', await interceptors(folder)],
  ]);
}

async function scriptlets(folder: string): Promise<string> {
  const file = join(folder, 'node_modules/@adguard/scriptlets/dist/index.js');
  const { scriptlets: made } = (await import(pathToFileURL(file).href)) as {
    scriptlets: { invoke(source: object): string };
  };
  const args = [ESCAPED_MARKER, '', '/stream|case|timed/'];
  const source = { name: 'trusted-replace-fetch-response', args, engine: 'bench', version: '1.0.0', verbose: false };
  return made.invoke(source);
}

async function vista(folder: string): Promise<string> {
  const library = await readFile(join(folder, 'node_modules/@rxliuli/vista/dist/index.iife.mjs'), 'utf8');
  return `${library}
${WITHOUT_MARKERS}
new Vista.Vista([Vista.interceptFetch]).use(async (context, next) => {
  await next();
  context.res = withoutMarkers(context.res);
}).intercept();`;
}

/** It can only observe answers, so it sends the request itself and answers with the result. */
async function interceptors(folder: string): Promise<string> {
  const file = join(folder, 'node_modules/@mswjs/interceptors/lib/browser/interceptors/fetch/index.mjs');
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    build: { write: false, lib: { entry: file, formats: ['iife'], name: 'Interceptors' } },
  });
  const [result] = [bundled].flat();
  const code = result && 'output' in result ? result.output[0].code : '';
  return `${code}
${WITHOUT_MARKERS}
const pure = fetch;
const interceptor = new Interceptors.FetchInterceptor();
interceptor.on('request', async ({ request, controller }) => controller.respondWith(withoutMarkers(await pure(request))));
interceptor.apply();`;
}
