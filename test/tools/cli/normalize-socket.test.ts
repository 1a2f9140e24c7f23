import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runNormalize } from '../../../src/tools/cli/normalize-command.ts';
import { CHAT, completion, packetOf } from '../../normalizer/open-webui/streams.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function run(args: readonly string[], input = ''): { status: number; lines: string[]; errors: string } {
  let printed = '';
  let errors = '';
  const status = runNormalize(['--socket', ...args], {
    read: (file) => (file === '-' ? Buffer.from(input) : readFileSync(file)),
    print: (bytes) => void (printed = Buffer.from(bytes).toString()),
    error: (text) => void (errors += text),
  });
  return { status, lines: printed.split('\n').slice(0, -1), errors };
}

function recording(name: string): string {
  return join(ROOT, 'test/recordings/open-webui', `${name}.jsonl`);
}

function linesOf(...frames: readonly string[]): string {
  return frames.map((frame) => JSON.stringify(frame) + '\n').join('');
}

const TEXT = 'A.\n`⏰ list`\n\nB';

test('frames are printed as the page would get them, one JSON string per line', () => {
  const frames = ['2', completion({ content: TEXT, done: true }), '430[true]'];

  const { status, lines, errors } = run(['-'], '\n' + linesOf(...frames) + '\n\n');

  expect({ status, errors }).toEqual({ status: 0, errors: '' });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    '2',
    completion({ content: 'A.\nB', done: true }),
    '430[true]',
  ]);
});

test('a line may contain a long-polling payload', () => {
  const payload = (content: string): string => ['2', completion({ content, done: true })].join('\u001e');

  expect(run(['-'], linesOf(payload(TEXT))).lines).toEqual([JSON.stringify(payload('A.\nB'))]);
});

test('the "ws-in" lines of a recording are read; a clean one is printed frame by frame unchanged', () => {
  const name = recording('0.9.6-hermes');
  const entries = readFileSync(name, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: string });

  expect(run([name]).lines).toEqual(
    entries.filter(({ kind }) => kind === 'ws-in').map(({ data }) => JSON.stringify(data)),
  );
});

test('--events prints the progress with its ids', () => {
  const events = run(['--events', recording('0.8.12-companion')]).lines;
  const call = { source: 'event', tool: 'terminal', emoji: '💻', label: 'exit 3', callId: 'call_bbb3' };
  const of = { chat_id: '2f66003e-b624-499c-be2e-17b49ac0a482', message_id: '4cc650fe-ad4c-41cf-aaba-181e0574f8c8' };
  expect(events.slice(-2)).toEqual(
    ['running', 'unknown'].map((status) => JSON.stringify({ ...of, ...call, status, provenance: 'server' })),
  );
});

test('a new socket in a recording starts without memory', () => {
  const entry = (kind: string, data?: string): string => JSON.stringify({ kind, data }) + '\n';
  const first = entry('ws-in', packetOf('message', { content: 'A.\n`⏰ li' }));
  const second = entry('ws-in', packetOf('message', { content: 'st`\n\nB' }));

  expect(run(['-'], first + second).lines.at(-1)).toBe(JSON.stringify(packetOf('message', { content: '\nB' })));
  expect(run(['-'], first + entry('ws-open') + entry('ws-out', 'x') + second).lines.at(-1)).toBe(
    JSON.stringify(packetOf('message', { content: 'st`\n\nB' })),
  );
});

test('an invalid line is reported by its number, with nothing printed', () => {
  for (const line of ['42["events"]', '5', '{"data":"2"}', '["2"]', '"2']) {
    const { status, lines, errors } = run(['-'], '"2"\n' + line + '\n');
    expect([line, status, lines]).toEqual([line, 2, []]);
    expect(errors).toMatch(/^stream-fixer: line 2 .+\n$/);
  }
});

/** Looks like a marker; only what was said before tells whether it is one. */
const COMMIT = 'Done.\n`📝 update-readme`\n\nIt says why.';

function request(role: string, content: string): string {
  const body = JSON.stringify({
    model: 'm',
    stream: true,
    chat_id: CHAT,
    messages: [
      { role, content },
      { role: 'user', content: 'Go on' },
    ],
  });
  return JSON.stringify({ kind: 'request', method: 'POST', body }) + '\n';
}

const REPLY = JSON.stringify({ kind: 'ws-in', data: completion({ content: COMMIT, done: true }) }) + '\n';

test('a mere lookalike stays, and the doctor finds none, if nothing in the recording shows Hermes', () => {
  for (const before of [
    '',
    request('user', TEXT),
    request('assistant', COMMIT),
    JSON.stringify({ kind: 'ws-out', data: '42["ping"]' }) + '\n',
  ]) {
    expect(run(['-'], before + REPLY).lines).toEqual([JSON.stringify(completion({ content: COMMIT, done: true }))]);
    expect(run(['--events', '-'], before + REPLY).lines).toEqual([]);
    expect(run(['--doctor', '-'], before + REPLY).lines.join('\n')).not.toContain('marker');
  }
});

test('it is removed, and the doctor reports it, if the history that was sent or a packet shows Hermes', () => {
  const shown =
    JSON.stringify({
      kind: 'ws-in',
      data: packetOf('hermes.tool.progress', { tool: 'cronjob', toolCallId: 'c', status: 'running' }),
    }) + '\n';
  for (const before of [
    request('assistant', TEXT),
    JSON.stringify({ kind: 'ws-in', data: completion({ content: TEXT, done: true }) }) + '\n',
    shown,
  ]) {
    expect(run(['-'], before + REPLY).lines.at(-1)).not.toContain('📝');
    expect(run(['--doctor', '-'], before + REPLY).lines.join('\n')).toContain('marker');
    // It counts for the next socket too.
    expect(run(['-'], before + '{"kind":"ws-open"}\n' + REPLY).lines.at(-1)).not.toContain('📝');
  }
});
