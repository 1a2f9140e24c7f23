import './browser-shape.ts';
import { expect, test } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { openBody, type BodySource } from '../../src/hook/body.ts';
import { createInspector } from '../../src/hook/inspect.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { bytesOf, chunkJson, joinedText, textOf } from '../normalizer/splits.ts';

function stage(some: Partial<BodySource> = {}) {
  const sent: PageMessage[] = [];
  const site = { on: true };
  const tap = createInspector(() => undefined).open('response', '', null);
  const replies = createReplies(
    (message) => sent.push(message),
    () => site.on,
  );
  const source: BodySource = {
    ...replies.open(null),
    reportsText: true,
    tap,
    contentType: 'text/event-stream',
    isReply: true,
    onBroken() {},
    cleans: () => site.on,
    ...some,
  };
  const body = openBody(source, () => site.on);
  const push = (text: string): string => (body?.push(bytesOf(text)) ?? []).map(textOf).join('');
  return { sent, site, body, push };
}

function frame(content: string): string {
  return `data: ${chunkJson(content)}\n\n`;
}

function tool(id: string, status: string): string {
  return `event: hermes.tool.progress\ndata: ${JSON.stringify({ tool: 'terminal', label: id, toolCallId: id, status })}\n\n`;
}

/** Status and name of each change, with the number of its call in the reply. */
function changes(sent: readonly PageMessage[]): string[] {
  return sent.flatMap((message) =>
    message.type === 'progress'
      ? [
          `${message.progress.call} ${message.progress.label} ${message.progress.status}${message.progress.untimed ? ' untimed' : ''}`,
        ]
      : [],
  );
}

test('while the site is off a stream passes, and running calls have ended at an unknown time', () => {
  const { sent, site, push } = stage();
  push(frame('a') + tool('one', 'running'));
  site.on = false;

  expect(push(frame('\n`⏰ list`\n') + tool('one', 'completed'))).toContain('⏰');
  expect(changes(sent)).toEqual(['0 one running', '0 one ended untimed']);
  expect(sent.at(-1)?.type).toBe('reply-end');
});

test('switched on again at any byte, a stream continues as the same reply, whose later calls get new numbers', () => {
  const head = frame('a') + tool('one', 'running') + tool('one', 'completed');
  const missed = frame('b') + tool('two', 'running');
  const rest =
    frame('c') +
    frame('d.') +
    tool('three', 'running') +
    tool('three', 'completed') +
    frame('\n`⏰ list`\n\n') +
    frame('E');
  for (let at = 0; at < frame('c').length; at += 1) {
    const { sent, site, push, body } = stage();
    let shown = push(head);
    site.on = false;
    shown += push(missed + rest.slice(0, at));
    site.on = true;
    shown += push(rest.slice(at)) + textOf(body?.end() ?? bytesOf(''));

    expect(joinedText(shown.replaceAll(/event: .*\ndata: .*\n\n/g, ''))).toBe('abcd.\nE');
    expect(changes(sent)).toEqual([
      '0 one running',
      '0 one unknown',
      '1 three running',
      '1 three unknown',
    ]);
    const starts = sent.flatMap((message) =>
      message.type === 'reply-start' ? [`${message.reply} ${message.joined === true}`] : [],
    );
    expect(starts).toEqual(['1 false', '1 true']);
  }
});

test('a body that only makes sense from its beginning is not joined', () => {
  const { site, push, body } = stage({ contentType: 'application/json' });
  push('{"choices":[');
  site.on = false;
  expect(push('{"message":')).toBe('{"choices":[{"message":');
  site.on = true;

  expect(push('{}}]}') + textOf(body?.end() ?? bytesOf(''))).toBe('{}}]}');
});

test.each([
  ['cut', ' untimed'],
  ['whole', ''],
] as const)('a legacy tool that runs when its stream ends %s', (how, untimed) => {
  const { sent, push, body } = stage();
  push(
    frame('a') +
      'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls"}\n\n',
  );
  body?.end(how);

  expect(changes(sent)).toEqual(['0 ls running', `0 ls ended${untimed}`]);
});
