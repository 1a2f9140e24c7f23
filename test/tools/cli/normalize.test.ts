import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readResponse } from '../../../src/tools/cli/http-response.ts';
import { runNormalize } from '../../../src/tools/cli/normalize-command.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const NODE = join(ROOT, 'node_modules/.bin/node');
const COMMAND = 'src/tools/cli/stream-fixer.ts';
const RECORDINGS = join(ROOT, 'test/recordings/hermes');
const folder = mkdtempSync(join(tmpdir(), 'normalize-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly status: number | null;
  readonly out: Buffer;
  readonly text: string;
  readonly errors: string;
}

/**
 * Runs the command in this process: a separate Node takes seconds on a busy machine; see
 * stream-fixer.test.ts.
 */
function run(args: readonly string[], input: string | Uint8Array = ''): Ran {
  let out = Buffer.alloc(0);
  let errors = '';
  const status = runNormalize(args, {
    read: (file) => (file === '-' ? Buffer.from(input) : readFileSync(file)),
    print: (bytes) => void (out = Buffer.from(bytes)),
    error: (text) => void (errors += text),
  });
  return { status, out, text: out.toString(), errors };
}

function recording(name: string): string {
  return join(RECORDINGS, `${name}.txt`);
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
const BODY =
  'data: {"choices":[{"index":0,"delta":{"content":"A.\\n`⏰ list`\\n\\n\\nB"}}]}\n\ndata: [DONE]\n\n';
const CLEAN = BODY.replace('\\n`⏰ list`\\n', '');

test('a clean recording is printed byte for byte, without its headers', () => {
  const name = recording('v0.19-session-scenario-2');
  const ran = run([name]);
  expect(ran).toMatchObject({ status: 0, errors: '' });
  expect(ran.out.equals(readResponse(readFileSync(name)).body)).toBe(true);
});

test('--text prints the text of the reply, equal for Hermes 0.8 and 0.9, and nothing else', () => {
  const texts = ['v0.8-chat-scenario-1', 'v0.9-chat-scenario-1', 'v0.19-responses-scenario-1'].map(
    (name) => run(['--text', recording(name)]),
  );
  for (const { status, text } of texts)
    expect([status, text]).toEqual([0, 'Let me check. \n\nAll done: it printed the year. ']);
  expect(run(['--text', recording('v0.8-chat-scenario-2')]).text).toBe(
    '\n\nNow a failing one. \n\nFinished `three` calls. ',
  );
  for (const name of ['v0.19-runs-scenario-2', 'v0.19-session-scenario-2']) {
    expect(run(['--text', recording(name)]).text).toBe(
      '\n\nNow a failing one. \n\nFinished `three` calls. ',
    );
  }
});

test('what a terminal would take for a command is escaped', () => {
  const har = {
    log: {
      entries: [
        {
          request: { method: 'POST', url: 'http://a/v1/chat\u009b31m' },
          response: { content: { mimeType: 'text/event-stream', text: 'data: [DONE]\n\n' } },
        },
      ],
    },
  };
  expect(run(['--doctor', '--json', '-'], JSON.stringify(har)).text).toContain(
    String.raw`/v1/chat\u009b31m`,
  );
});

test('headers may come in several blocks, with any line end and case, or not at all', () => {
  const heads = [
    '',
    HEAD,
    HEAD.replaceAll('\r\n', '\n'),
    'HTTP/2 200 \r\ncontent-type: TEXT/event-stream; charset=utf-8\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 Found\r\nContent-Type: text/html\r\nLocation: /x\r\n\r\n' +
      HEAD,
    'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n',
    'HTTP/1.0 200 OK\r\nServer: x\r\n\r\n',
  ];
  for (const head of heads) {
    expect([head, run([file('headers.txt', head + BODY)]).text]).toEqual([head, CLEAN]);
    expect([head, run(['--text', file('headers.txt', head + BODY)]).text]).toEqual([
      head,
      'A.\n\nB',
    ]);
  }
});

test('a body that is no reply is printed unchanged', () => {
  const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n';
  const body = Buffer.concat([
    Buffer.from('body { color: red }\r\n`⏰ x`\n\n'),
    Uint8Array.of(0xff),
  ]);
  expect(run([file('page.css', Buffer.concat([Buffer.from(page), body]))]).out.equals(body)).toBe(
    true,
  );
  expect(run(['-'], 'HTTP/1.1 204 No Content\r\n\r\n')).toMatchObject({ status: 0, text: '' });
});

test('a JSON response is cleaned, and --text prints its text', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n';
  const answer = '{"choices": [{"message":{"content":"`⏰ list`\\n\\n\\nB"}}]}';
  expect(run(['-'], head + answer).text).toBe('{"choices": [{"message":{"content":"\\n\\nB"}}]}');
  expect(run(['--text', '-'], head + answer).text).toBe('\n\nB');
});

test('the history of a request body is cleaned, byte for byte', () => {
  const body =
    '{"n":1.0, "model":"m", "messages":[{"role":"user","content":"`⏰ list`"},{"role":"assistant","content":"`⏰ list`\\n\\nB"},{"role":"assistant","content":"`⏰ list`\\n\\nB"}]}\n';
  expect(run(['-'], body)).toMatchObject({
    status: 0,
    text: body.replaceAll('`⏰ list`\\n\\nB', 'B'),
  });
});

test('a mere lookalike stays if nothing shows Hermes, and the doctor claims none', () => {
  const commit = '`📝 Update README`';
  const body = BODY.replace('`⏰ list`\\n', commit);
  expect(run(['-'], HEAD + body).text).toBe(body);
  expect(run(['--doctor', '-'], HEAD + body).text).not.toMatch(/markers/);
  const asked = `{"model":"m","messages":[{"role":"assistant","content":"${commit}\\n\\nb"}]}`;
  expect(run(['-'], asked).text).toBe(asked);
});

test('one line in the words of Hermes stays in one text, and the doctor says that it is undecided', () => {
  const body = BODY.replace('`⏰ list`\\n', '`⏰ list`');
  expect(run(['-'], HEAD + body).text).toBe(body);
  expect(run(['--doctor', '-'], HEAD + body).text).toContain('Markers:  undecided: 1 line in');
});

test('a chat export is cleaned, with the counts on standard error', () => {
  const chat = (text: string): string =>
    `{"id":"c", "chat":{"history":{"messages":{"a":{"role":"assistant","content":"${text}","n":1.0}}}}}\n`;
  const said = (counts: string): string => `stream-fixer: markers removed: ${counts}\n`;
  const marked = chat('`⏰ list`\\n\\n\\nB');
  expect(run(['-'], marked)).toMatchObject({
    status: 0,
    text: chat('B'),
    errors: said('1; texts changed: 1; chats changed: 1 of 1'),
  });
  expect(run([file('export.json', `[${marked},${chat('B')}]`)])).toMatchObject({
    status: 0,
    text: `[${chat('B')},${chat('B')}]`,
    errors: said('1; texts changed: 1; chats changed: 1 of 2'),
  });
  expect(run(['-'], chat('B'))).toMatchObject({
    text: chat('B'),
    errors: said('0; texts changed: 0; chats changed: 0 of 1'),
  });
});

const MISTAKES: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [[], /FILE/],
  [['--text'], /FILE/],
  [['/no/such/file'], /cannot read "\/no\/such\/file"/],
  [[folder], /cannot read/],
  [['--bogus', 'x'], /--bogus/],
  [['-x', 'y'], /-x/],
  [['a', 'b'], /one FILE/],
  [['--text=yes', '-'], /--text/],
  [['--doctor', '--text', '-'], /exclude/],
  [['--json', '-'], /--doctor/],
];

test.each(MISTAKES)(
  'the mistake %j is reported in one clear line on standard error, with exit code 2 and nothing printed',
  (args, says) => {
    const { status, text, errors } = run(args);

    expect({ status, text }).toEqual({ status: 2, text: '' });
    expect(errors).toMatch(/^stream-fixer: .+\n$/);
    expect(errors).toMatch(says);
  },
);

test.each(['--help', '-h'])('%s prints how it is used', (option) => {
  const { status, text, errors } = run([option]);
  expect({ status, errors }).toEqual({ status: 0, errors: '' });
  expect(text).toContain('Exit code: 0 ');
  for (const option of ['--text', '--doctor', '--json']) expect(text).toContain(option);
});

test('a reader that closes the pipe ends it silently', async () => {
  const large = file('large.txt', HEAD + BODY.replace('data: [DONE]\n\n', '').repeat(50_000));
  for (const args of [[large], ['--text', large]]) {
    const child = spawn(NODE, [COMMAND, 'clean', ...args], { cwd: ROOT });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => void (errors += data.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => void child.on('close', resolve));
    expect([args, code, errors]).toEqual([args, 0, '']);
  }
});

test('closed standard input is reported in one line', () => {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `exec "${NODE}" ${COMMAND} clean - <&-`],
    { cwd: ROOT },
  );
  expect([status, stdout.toString()]).toEqual([2, '']);
  expect(stderr.toString()).toMatch(/^stream-fixer: .+\n$/);
});
