// The package as a browser gets it: the built modules themselves, which find each other by an
// import map, in a page; and in one file, as bundlers make it, in a module worker, because workers
// have no import maps.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { build } from 'vite';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import type { Project } from '../package/installed.ts';
import { createProbeProject, expectAsNormalized, type Probed } from '../package/probe-project.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { serveStreams, type StreamSite } from './stream-site.ts';

const IMPORTS = {
  'stream-fixer': '/node_modules/stream-fixer/dist/esm/stream-fixer.js',
  'stream-fixer/doctor': '/node_modules/stream-fixer/dist/esm/doctor.js',
};
const PAGE = `<!doctype html><title>A page</title>
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;

let project: Project;
let site: StreamSite;

beforeAll(async () => {
  project = await createProbeProject();
  project.write('in-browser.mjs', probeOf('export const probed = '));
  project.write(
    'worker.mjs',
    `${probeOf('const probed = ')}\nprobed.then((found) => postMessage(found));\n`,
  );
  const names = globSync('{*.mjs,node_modules/**/*.js}', { cwd: project.folder }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const modules = names.map(
    (name) => [`/${name}`, script(readFileSync(join(project.folder, name), 'utf8'))] as const,
  );
  site = await serveStreams({
    files: {
      ...Object.fromEntries(modules),
      '/': { type: 'text/html', body: PAGE },
      '/bundle.mjs': script(await bundle(join(project.folder, 'worker.mjs'))),
    },
  });
});
afterAll(() => {
  site?.close();
  project?.remove();
});

function probeOf(start: string): string {
  return `import * as cleaning from 'stream-fixer';
import * as doctor from 'stream-fixer/doctor';
import { probe } from './probe.mjs';
import { bodies } from './bodies.mjs';
${start}probe({ ...cleaning, ...doctor }, bodies);`;
}

function script(body: string): { readonly type: string; readonly body: string } {
  return { type: 'text/javascript', body };
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    root: project.folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'bundle' } },
  });
  const [first] = (Array.isArray(built) ? built : [built]) as { output: { code: string }[] }[];
  return first!.output[0]!.code;
}

async function openSite(kind: BrowserKind): Promise<Page> {
  const page = await (await sharedBrowser(kind)).newPage();
  onTestFinished(() => page.close());
  await page.goto(site.origin);
  return page;
}

test.each(BROWSERS)('%s cleans as the normalizer does: a page', async (kind) => {
  const page = await openSite(kind);

  // As text: the tests' own transform would rewrite the import.
  const probed = await page.evaluate(
    "import('/in-browser.mjs').then((m) => m.probed).then(JSON.stringify)",
  );

  expectAsNormalized(JSON.parse(String(probed)) as Probed);
});

test.each(BROWSERS)('%s cleans as the normalizer does: a module worker', async (kind) => {
  const page = await openSite(kind);

  const probed = await page.evaluate(
    () =>
      new Promise<string>((done, fail) => {
        const worker = new Worker('/bundle.mjs', { type: 'module' });
        worker.addEventListener('message', ({ data }) => done(JSON.stringify(data)));
        worker.addEventListener('error', ({ message }) => fail(new Error(message)));
      }),
  );

  expectAsNormalized(JSON.parse(probed) as Probed);
});
