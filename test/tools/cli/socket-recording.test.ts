import { expect, test } from 'vitest';
import { runNormalize } from '../../../src/tools/cli/normalize-command.ts';
import { CHAT, completion, packetOf } from '../../normalizer/open-webui/streams.ts';

function doctor(input: string): string {
  let printed = '';
  runNormalize(['--doctor', '-'], {
    read: () => Buffer.from(input),
    print: (bytes) => void (printed = Buffer.from(bytes).toString()),
    error: () => {},
  });
  return printed;
}

const TEXT = 'A.\n`⏰ list`\n\n\nB';

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

const REPLY =
  JSON.stringify({ kind: 'ws-in', data: completion({ content: COMMIT, done: true }) }) + '\n';

test('the doctor finds no marker in a mere lookalike, if nothing in the recording shows Hermes', () => {
  for (const before of [
    '',
    request('user', TEXT),
    request('assistant', COMMIT),
    JSON.stringify({ kind: 'ws-out', data: '42["ping"]' }) + '\n',
  ]) {
    expect(doctor(before + REPLY)).not.toContain('marker');
  }
});

test('it finds one if the history that was sent or a packet shows Hermes', () => {
  const shown =
    JSON.stringify({
      kind: 'ws-in',
      data: packetOf('hermes.tool.progress', {
        tool: 'cronjob',
        toolCallId: 'c',
        status: 'running',
      }),
    }) + '\n';
  for (const before of [
    request('assistant', TEXT),
    JSON.stringify({ kind: 'ws-in', data: completion({ content: TEXT, done: true }) }) + '\n',
    shown,
  ]) {
    expect(doctor(before + REPLY)).toContain('marker');
    // It counts for the next socket too.
    expect(doctor(before + '{"kind":"ws-open"}\n' + REPLY)).toContain('marker');
  }
});
