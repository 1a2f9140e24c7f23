import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPictures, KEPT_FOR } from '../../src/gateway/node/pictures.ts';
import { startGateway, type RunningGateway } from '../../src/gateway/node/start.ts';
import { chatBody, cutsOf, bytesOf, joinedText } from '../normalizer/splits.ts';
import { FULL } from '../support/speed.ts';
import { gatewayTo, settingsTo, startBehind, type Behind } from './behind.ts';

const HERMES = 'chatcmpl-1da252ee1c6b4e81b13dcb0fbc188';
const MAKE_PIPE = 'mkfifo';
const ADDRESS = 'http://here.test/.stream-fixer/media/';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');
const MAX = 5 * 1024 * 1024;

let root = '';
let folder = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'stream-fixer-media-')));
  folder = join(root, 'shared');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  mkdirSync(join(root, 'shared-too'));
  const write = (name: string, bytes: Buffer | string) => writeFileSync(join(root, name), bytes);
  for (const name of ['shared/cat.png', 'shared/deep/b.png', 'out.png', 'shared-too/a.png'])
    write(name, PNG);
  write('shared/a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]));
  write('shared/a.gif', 'GIF89a…');
  write('shared/a.webp', 'RIFF1234WEBPVP8 ');
  write('shared/odd ](x) name.png', PNG);
  write('shared/largest.png', Buffer.concat([PNG, Buffer.alloc(MAX - PNG.length)]));
  write('shared/large.png', Buffer.concat([PNG, Buffer.alloc(MAX - PNG.length + 1)]));
  write('shared/text.png', 'no picture');
  write('shared/empty.png', '');
  write('shared/page.png', '<svg xmlns="http://www.w3.org/2000/svg"></svg>');
  write('shared/late.png', Buffer.concat([Buffer.from(' '), PNG]));
  mkdirSync(join(folder, 'folder.png'));
  symlinkSync(join(root, 'out.png'), join(folder, 'out-link.png'));
  symlinkSync(root, join(folder, 'up'));
  symlinkSync(join(folder, 'cat.png'), join(root, 'in-link.png'));
  linkSync(join(root, 'out.png'), join(folder, 'hard.png'));
  if (process.platform !== 'win32') execFileSync(MAKE_PIPE, [join(folder, 'pipe.png')]);
});
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ['shared/cat.png', 'cat.png'],
  ['shared/deep/b.png', 'b.png'],
  ['shared/deep/../cat.png', 'cat.png'],
  ['in-link.png', 'in-link.png'],
  ['shared/a.jpg', 'a.jpg'],
  ['shared/a.gif', 'a.gif'],
  ['shared/a.webp', 'a.webp'],
  ['shared/largest.png', 'largest.png'],
  ['shared/odd ](x) name.png', 'odd __x_ name.png'],
])('%s is shown', (path, name) => {
  const markdown = createPictures().add(folder, join(root, path), ADDRESS) ?? '';

  expect(markdown.startsWith(`![${name}](${ADDRESS}`)).toBe(true);
  expect(markdown).toMatch(/\/[A-Za-z0-9_-]{32}\)$/);
});

test.each([
  '/etc/hostname',
  'shared/../out.png',
  'shared-too/a.png',
  'out.png',
  'shared/out-link.png',
  'shared/up/out.png',
  'shared/hard.png',
  'shared/text.png',
  'shared/page.png',
  'shared/late.png',
  'shared/empty.png',
  'shared/large.png',
  'shared/folder.png',
  'shared/pipe.png',
  'shared/none.png',
  'shared/cat.png\0.png',
  'shared',
])('%j is refused', (path) => {
  expect(createPictures().add(folder, `${root}/${path}`, ADDRESS)).toBeNull();
});

test('a path that begins elsewhere than at the root is refused', () => {
  for (const path of ['cat.png', '~/cat.png', './shared/cat.png'])
    expect(createPictures().add(folder, path, ADDRESS)).toBeNull();
});

test('what is put in the place of a picture later is never shown', async () => {
  const path = join(folder, 'changed.png');
  writeFileSync(path, PNG);
  const pictures = createPictures();
  const name = pictures.add(folder, path, ADDRESS)!.slice(-33, -1);
  writeFileSync(path, 'a secret');
  rmSync(path);
  renameSync(join(root, 'in-link.png'), path);
  onTestFinished(() => renameSync(path, join(root, 'in-link.png')));

  expect(pictures.answer(name)?.body).toEqual(PNG);
});

test('a folder that becomes a link between check and opening leads nowhere', async () => {
  const outside = join(root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'p.png'), Buffer.concat([PNG, Buffer.from('outside')]));
  const inside = join(folder, 'turning');
  mkdirSync(inside);
  writeFileSync(join(inside, 'p.png'), PNG);
  const worker = new Worker(
    `const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
    const { workerData: [inside, outside] } = require('node:worker_threads');
    for (;;) {
      renameSync(inside, inside + '.away');
      symlinkSync(outside, inside);
      unlinkSync(inside);
      renameSync(inside + '.away', inside);
    }`,
    { eval: true, workerData: [inside, outside] },
  );
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, 'online');
  const pictures = createPictures();

  // A busy machine can halt the other thread for thousands of tries.
  let [shown, refused] = [0, 0];
  while (shown + refused < (FULL ? 20_000 : 5000) || shown === 0 || refused === 0) {
    const markdown = pictures.add(folder, join(inside, 'p.png'), ADDRESS);
    if (markdown === null) refused++;
    else {
      shown++;
      expect(pictures.answer(markdown.slice(-33, -1))?.body).toEqual(PNG);
    }
  }
});

test('an address ends after a day, and when newer pictures need its room', async () => {
  let time = 0;
  const pictures = createPictures(() => time);
  const add = (path: string) => pictures.add(folder, join(folder, path), ADDRESS)!.slice(-33, -1);
  const first = add('cat.png');
  time = KEPT_FOR - 1;

  expect(pictures.answer(first)?.body).toEqual(PNG);
  time = KEPT_FOR;
  expect(pictures.answer(first)).toBeNull();

  const second = add('cat.png');
  const others = Array.from({ length: 13 }, () => add('largest.png'));
  expect(pictures.answer(second)).toBeNull();
  expect(pictures.answer(others[0]!)).toBeNull();
  expect(pictures.answer(others[1]!)?.body.length).toBe(MAX);
});

let behind: Behind;
let text = '';
beforeAll(async () => {
  behind = await startBehind(({ path }, response) => {
    if (path.endsWith('/health')) return response.end('{}');
    response.setHeader('content-type', 'text/event-stream');
    return response.end(chatBody(deltas(text), { id: HERMES }));
  });
});
afterAll(() => behind.close());

/** As Hermes sends them. */
function deltas(whole: string): string[] {
  return whole.split(/(?<=MEDIA:|\n)/);
}

async function ask(gateway: RunningGateway, content = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: 'hermes-agent',
      stream: true,
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content },
        { role: 'user', content: 'Again' },
      ],
    }),
  });
  return joinedText(await response.text());
}

async function start(...args: readonly string[]): Promise<RunningGateway> {
  const gateway = await gatewayTo(behind.origin, ...args);
  onTestFinished(() => gateway.close());
  return gateway;
}

test('a gateway beside Hermes shows the picture, and sends no address of it back', async () => {
  const gateway = await start('--media', folder);
  text = `Here it is:\n\nMEDIA:${folder}/cat.png\n\nAnd MEDIA:${folder}/a.gif\n`;
  const reply = await ask(gateway);
  const [markdown = '', address = ''] = /!\[cat\.png\]\((.*)\)/.exec(reply) ?? [];

  expect(reply).toBe(`Here it is:\n\n${markdown}\n\nAnd MEDIA:${folder}/a.gif\n`);
  expect(address).toMatch(
    new RegExp(`^${gateway.origin}/\\.stream-fixer/media/[A-Za-z0-9_-]{32}$`),
  );
  const picture = await fetch(address);
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect((await fetch(address, { method: 'HEAD' })).headers.get('content-length')).toBe(
    String(PNG.length),
  );
  for (const other of [`${address}x`, address.slice(0, -1), `${address}/`, address.slice(0, -32)])
    expect((await fetch(other)).status).toBe(404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(404);

  await ask(gateway, reply);
  expect(behind.came.at(-1)?.body.toString()).not.toContain('.stream-fixer');
  const second = await ask(gateway);
  expect(second).not.toContain(address);
});

test('the line of a file that is refused stays as it is, and goes back to no model', async () => {
  const gateway = await start('--media', folder);
  text = `MEDIA:${root}/out.png\nMEDIA:${folder}/text.png\n`;

  expect(await ask(gateway)).toBe(text);
  await ask(gateway, text);
  expect(behind.came.at(-1)?.body.toString()).toContain('(empty)');
});

test('without a folder, every line stays, and no address shows anything', async () => {
  const gateway = await start();
  text = `MEDIA:${folder}/cat.png\n`;

  expect(await ask(gateway)).toBe(text);
  expect((await fetch(`${gateway.origin}/.stream-fixer/media/${'a'.repeat(32)}`)).status).toBe(404);
});

test('another server’s line stays', async () => {
  const other = await startBehind((_, response) => {
    response.setHeader('content-type', 'text/event-stream');
    return response.end(chatBody([`MEDIA:${folder}/cat.png\n`]));
  });
  onTestFinished(() => other.close());
  const gateway = await gatewayTo(other.origin, '--media', folder);
  onTestFinished(() => gateway.close());

  expect(await ask(gateway)).toBe(`MEDIA:${folder}/cat.png\n`);
});

test('a picture has the address that people’s browsers need, and no key but that', async () => {
  writeFileSync(join(root, 'key'), 'own-key');
  const gateway = await start(
    ...['--media', folder, '--media-url', 'https://pictures.test/below/'],
    ...['--key-file', join(root, 'key')],
  );
  text = `MEDIA:${folder}/cat.png`;
  const reply = await ask(gateway, '', { authorization: 'Bearer own-key' });
  const [, name = ''] =
    /^!\[cat\.png\]\(https:\/\/pictures\.test\/below(\/.*)\)$/.exec(reply) ?? [];

  expect((await fetch(gateway.origin + name)).status).toBe(200);
  const status = await new Promise((done) => {
    const headers = { host: 'evil.test' };
    request(gateway.origin + name, { headers }, ({ statusCode }) => done(statusCode)).end();
  });
  expect(status).toBe(403);
});

test('the addresses of pictures outlive the options, and are in no log', async () => {
  const lines: string[] = [];
  const settings = await settingsTo(behind.origin, '--media', folder, '--log', 'all');
  const gateway = await startGateway(settings, { write: (line) => void lines.push(line) });
  onTestFinished(() => gateway.close());
  text = `MEDIA:${folder}/cat.png`;
  const address = (await ask(gateway)).slice('![cat.png]('.length, -1);
  gateway.reload({ ...settings, hosts: null });

  expect((await fetch(address)).status).toBe(200);
  gateway.reload({ ...settings, media: null });
  expect((await fetch(address)).status).toBe(404);
  await expect.poll(() => lines.length).toBe(3);
  expect(lines.join('')).toContain('"path":"/.stream-fixer/media/…"');
  expect(lines.join('')).not.toContain(address.slice(-32));
});

test('wherever the stream is cut, the reply is the same', async () => {
  text = `A\n\nMEDIA:${folder}/cat.png\nMEDIA:${root}/out.png\n\nB`;
  const body = bytesOf(chatBody(deltas(text), { id: HERMES }));
  let cut = 0;
  const slow = await startBehind(async ({ path }, response) => {
    if (path.endsWith('/health')) return response.end('{}');
    response.setHeader('content-type', 'text/event-stream');
    response.write(body.subarray(0, cut));
    await new Promise((done) => setTimeout(done, 1));
    return response.end(body.subarray(cut));
  });
  onTestFinished(() => slow.close());
  const gateway = await gatewayTo(slow.origin, '--media', folder);
  onTestFinished(() => gateway.close());

  for (cut of cutsOf(body)) {
    const reply = (await ask(gateway)).replace(/[A-Za-z0-9_-]{32}/, 'NAME');
    expect([cut, reply]).toEqual([
      cut,
      `A\n\n![cat.png](${gateway.origin}/.stream-fixer/media/NAME)\nMEDIA:${root}/out.png\n\nB`,
    ]);
  }
});
