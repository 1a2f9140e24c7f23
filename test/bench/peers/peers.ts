/** Packages from npm that patch `fetch` in a page, each used in the usual way to remove markers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { installPackages } from '../../support/npm-packages.ts';

/** `@adguard/scriptlets` 2.4 and later depend on a package that is not in every registry. */
const VERSIONS = {
  '@rxliuli/vista': '0.5.2',
  '@mswjs/interceptors': '0.45.12',
  '@adguard/scriptlets': '2.3.1',
} as const;

/** The name of a package, and its script, to be run before the page requests anything. */
export interface Peer {
  readonly name: string;
  readonly script: string;
}

/** In the text of a JSON string: its line feeds are escaped. */
const ESCAPED_MARKER = '/(?:\\\\n)?`[^\\x00-\\x7f]{1,4} [^`\\\\]*`(?:\\\\n)?/g';

/**
 * Removes markers and Hermes' events from a streamed response: frames, JSON, a regular expression.
 */
const WITHOUT_MARKERS = `
function withoutMarkers(response) {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) return response;
  let held = '';
  const clean = (frame) => {
    if (frame.startsWith('event: hermes.tool.progress')) return '';
    if (!frame.startsWith('data: {')) return frame + '\\n\\n';
    const chunk = JSON.parse(frame.slice(6));
    for (const { delta } of chunk.choices ?? []) {
      if (delta?.content)
        delta.content = delta.content.replace(/\\n?\`[^\\x00-\\x7f]{1,4} [^\`\\n]*\`\\n?/g, '');
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
  const body = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(cleaner)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, response);
}
`;

/** Installs the packages on first use. @throws one line if they cannot be installed */
export async function loadPeers(): Promise<readonly Peer[]> {
  const folder = installPackages(Object.entries(VERSIONS).map((pair) => pair.join('@')));
  const modules = join(folder, 'node_modules');
  return Promise.all([vista(modules), interceptors(modules), scriptlets(modules)]);
}

async function vista(modules: string): Promise<Peer> {
  const file = join(modules, '@rxliuli/vista/dist/index.iife.mjs');
  const script = `${await readFile(file, 'utf8')}
${WITHOUT_MARKERS}
new Vista.Vista([Vista.interceptFetch]).use(async (context, next) => {
  await next();
  context.res = withoutMarkers(context.res);
}).intercept();`;
  return { name: nameOf('@rxliuli/vista'), script };
}

/** It can only observe answers, so it sends the request itself and answers with the result. */
async function interceptors(modules: string): Promise<Peer> {
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    root: modules,
    build: {
      write: false,
      lib: {
        entry: join(modules, '@mswjs/interceptors/lib/browser/interceptors/fetch/web.js'),
        formats: ['iife'],
        name: 'Interceptors',
      },
    },
  });
  const [result] = [bundled].flat();
  const code = result && 'output' in result ? result.output[0].code : '';
  const script = `${code}
${WITHOUT_MARKERS}
const pure = fetch;
const interceptor = new Interceptors.FetchInterceptor();
interceptor.on('request', async ({ request, controller }) =>
  controller.respondWith(withoutMarkers(await pure(request))));
interceptor.apply();`;
  return { name: nameOf('@mswjs/interceptors'), script };
}

/** The scriptlet of uBlock Origin and AdGuard that replaces text in answers. */
async function scriptlets(modules: string): Promise<Peer> {
  const file = join(modules, '@adguard/scriptlets/dist/index.js');
  const { scriptlets: made } = (await import(pathToFileURL(file).href)) as {
    scriptlets: { invoke(source: object): string };
  };
  const name = 'trusted-replace-fetch-response';
  const script = made.invoke({
    name,
    args: [ESCAPED_MARKER, '', '/stream|case|timed/'],
    engine: 'bench',
    version: '1.0.0',
    verbose: false,
  });
  return { name: `${nameOf('@adguard/scriptlets')}, ${name}`, script };
}

function nameOf(name: keyof typeof VERSIONS): string {
  return `${name} ${VERSIONS[name]}`;
}
