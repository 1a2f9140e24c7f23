import { readdirSync, readFileSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResponse } from '../../../src/tools/cli/http-response.ts';
import { createEventNormalizer } from '../../../src/normalizer/bodies/event-normalizer.ts';
import { isObject, parseJson } from '../../../src/normalizer/json/json-edit.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';
import {
  bytesOf,
  chatBody,
  chunkJson,
  everySplit,
  joinedText,
  normalizeCut,
  textOf,
  withoutSpare,
} from '../splits.ts';
import { on } from '../../support/on.ts';
import { runs } from '../../support/speed.ts';

type Event = readonly [name: string | null, data: string];

const FOLDER = new URL('../../recordings/hermes/', import.meta.url);
const RECORDINGS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => [name, readResponse(readFileSync(new URL(name, FOLDER)))] as const)
  .filter(([, { contentType }]) => contentType?.startsWith('text/event-stream'));

/** The id of a chunk of Hermes. */
const HERMES = { id: `chatcmpl-${'a1'.repeat(14)}f` };

const RUNNING =
  '{"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}';
const COMPLETED = '{"tool":"terminal","toolCallId":"c1","status":"completed"}';

/** A normalizer that records its reports. */
function stage() {
  const log: string[] = [];
  const progress: Progress[] = [];
  const normalizer = createEventNormalizer(() => ({
    report: on({
      start: () => log.push('start'),
      end: () => log.push('end'),
      marker: () => log.push('removed'),
      progress({ progress: change }) {
        progress.push(change);
        log.push(`${change.label ?? change.tool} ${change.status}`);
      },
    }),
  }));
  return {
    ...normalizer,
    log,
    progress,
    message: (data: string) => normalizer.receive(null, data),
  };
}

function eventsOf(body: string): Event[] {
  const events: Event[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void events.push([event ?? null, data]),
  });
  parser.feed(body);
  return events;
}

/** All deltas of a stream joined as by a page, in any dialect. */
function deltasOf(datas: readonly string[]): string {
  let text = joinedText(datas.map((data) => `data: ${data}\n`).join(''));
  for (const data of datas) {
    const json = parseJson(data);
    if (isObject(json) && typeof json.delta === 'string') text += json.delta;
  }
  return text;
}

/** The content of the first choice of one chunk. */
function contentOf(data: string): unknown {
  const { choices } = JSON.parse(data) as { choices: { delta: { content?: unknown } }[] };
  return choices[0]?.delta.content;
}

test.each(RECORDINGS)(
  '%s: the text, the tools and the markers are those of the same stream over fetch',
  (_name, { body }) => {
    const { receive, log, progress } = stage();
    const fetched = normalizeCut(body, []);

    const shown = eventsOf(textOf(body)).map(([name, data]) => receive(name, data));

    expect(deltasOf(shown)).toBe(deltasOf(eventsOf(textOf(fetched.bytes)).map(([, data]) => data)));
    expect(progress).toEqual(fetched.events);
    expect(log.filter((line) => line === 'removed')).toHaveLength(fetched.markers);
    expect([log[0], log.at(-1)]).toEqual(['start', 'end']);
  },
);

test.each([
  [
    'a marker in one delta, as a server injects it',
    ['Check.', '\n`💻 ls`\n', '\n\nDone.'],
    ['Check.', '', '\n\nDone.'],
  ],
  ['a marker in pieces', ['Check.', '\n`💻', ' ls`', '\n\nDone'], ['Check.', '', '', '\nDone']],
  ['a line feed that arrives with the text after it', ['one\n', 'two'], ['one', '\ntwo']],
  [
    'a line that looked like a marker',
    ['`💻', ' ls` is', ' it\nNext', '.'],
    ['', '', '`💻 ls` is it\nNext', '.'],
  ],
  ['words and code spans', ['a `b`', ' c\n\n', 'd'], ['a `b`', ' c\n', '\nd']],
])('%s: what is not known yet comes with the next delta', (_what, deltas, expected) => {
  const { message } = stage();

  expect(deltas.map((delta) => contentOf(message(chunkJson(delta))))).toEqual(expected);
});

test.each([
  [
    'an empty delta',
    '{"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"total_tokens":3}}',
    '\n',
  ],
  [
    'a delta without text',
    '{"choices":[{"delta":{"role":"assistant","content":null},"finish_reason":"stop"}]}',
    '\n',
  ],
  [
    'a delta with text',
    '{"choices":[{"index":0,"delta":{"content":"!"},"finish_reason":"stop"}]}',
    '\n!',
  ],
])('the closing chunk takes the last text: %s', (_what, closing, expected) => {
  const { message } = stage();
  message(chunkJson('Done.\n'));

  const shown = message(closing);

  expect(contentOf(shown)).toBe(expected);
  const { choices, ...rest } = JSON.parse(shown) as Record<string, unknown>;
  expect(rest).toEqual({ ...(JSON.parse(closing) as object), choices: undefined });
  expect(choices).toMatchObject([{ finish_reason: 'stop' }]);
});

test('each choice gets its own text', () => {
  const { message } = stage();
  message(chunkJson('one\n', { index: 0 }));
  message(chunkJson('two`', { index: 1 }));
  message(chunkJson('\n`💻 l', { index: 1 }));

  const shown = message(
    '{"choices":[{"index":1,"delta":{},"finish_reason":"stop"},{"index":0,"delta":{},"finish_reason":"stop"}]}',
  );

  expect(JSON.parse(shown)).toMatchObject({
    choices: [{ delta: { content: '\n`💻 l' } }, { delta: { content: '\n' } }],
  });
});

test('a closing chunk remains the same string if nothing is held, or only a marker', () => {
  const { message, log } = stage();
  const closing = chunkJson(undefined, { finish: 'stop' });
  message(chunkJson('Done'));
  expect(message(closing)).toBe(closing);

  message(chunkJson('`⏰ list`'));
  expect(message(closing)).toBe(closing);
  expect(log).toContain('removed');
});

test('a stream that says done without closing its choice loses no more than a line feed or the beginning of a marker', () => {
  const { message } = stage();
  expect(contentOf(message(chunkJson('Done.\n')))).toBe('Done.');
  expect(message('[DONE]')).toBe('[DONE]');

  expect(contentOf(message(chunkJson('Next')))).toBe('Next');
});

test('a message without text separates texts as it does over fetch: earlier text stays before it', () => {
  for (const between of ['note', '{"choices":[],"usage":{"total_tokens":3}}']) {
    const { message } = stage();
    message(chunkJson('Look:\n'));
    expect(message(between)).toBe(between);

    expect(contentOf(message(chunkJson('`💻 ls`\n\n\nmore')))).toBe('\n\n\nmore');
  }
});

test('if the closing message repeats the whole text, held text is in it', () => {
  const { message } = stage();
  const delta = (text: string): string =>
    JSON.stringify({
      type: 'response.output_text.delta',
      item_id: 'i',
      content_index: 0,
      delta: text,
    });
  expect(message(delta('Done.\n'))).toBe(delta('Done.'));

  const done =
    '{"type":"response.output_text.done","item_id":"i","content_index":0,"text":"Done.\\n"}';
  expect(message(done)).toBe(done);
});

const PIECES = [
  '`',
  '💻',
  '`💻 ls`',
  ' ',
  '\n',
  '\n\n',
  'text',
  ' ls',
  '```',
  '~~~',
  '\n`💻 ls`\n',
  '⏰ list`',
  '- ',
];

test('a marker removed from the middle of a line leaves a line feed for the text after it, also for the last', () => {
  const { receive } = stage();
  const shown = eventsOf(chatBody(['`', '\n`💻 ls`\n', '`'], HERMES)).map(([name, data]) =>
    receive(name, data),
  );
  expect(deltasOf(shown)).toBe('`\n`');
});

test('however a text is cut into deltas, the page joins the text that it would get over fetch', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }), { maxLength: 12 }),
      (deltas) => {
        const { receive } = stage();
        const body = chatBody(deltas.map((pieces) => pieces.join('')));
        const fetched = textOf(normalizeCut(bytesOf(body), []).bytes);

        const shown = eventsOf(body).map(([name, data]) => receive(name, data));

        expect(withoutSpare(deltasOf(shown))).toBe(withoutSpare(joinedText(fetched)));
      },
    ),
    { numRuns: runs(500) },
  );
});

test('a text without markers passes whole, wherever it is cut', () => {
  const text = 'Look:\n`💻 ls` lists\n\n```\n`⏰ list`\n\n```\n\nend\n';
  for (const deltas of everySplit(text)) {
    const { receive } = stage();
    const shown = eventsOf(chatBody(deltas)).map(([name, data]) => receive(name, data));
    expect(joinedText(shown.map((data) => `data: ${data}\n`).join(''))).toBe(text);
  }
});

test('tool events keep their data and are reported, named or not', () => {
  const { receive, message, log } = stage();
  message(chunkJson(undefined));
  expect(receive('hermes.tool.progress', RUNNING)).toBe(RUNNING);
  expect(receive('hermes.tool.progress', COMPLETED)).toBe(COMPLETED);
  expect(message(RUNNING)).toBe(RUNNING);

  expect(log).toEqual(['start', 'ls running', 'ls unknown', 'ls running']);
});

test('a tool event may come first', () => {
  const { receive, log } = stage();

  expect(receive('hermes.tool.progress', RUNNING)).toBe(RUNNING);

  expect(log).toEqual(['start', 'ls running']);
});

test.each([
  ['plain text', null, 'hello `⏰ list`\n\n'],
  ['nothing', null, ''],
  ['an end', null, '[DONE]'],
  ['JSON of its own', null, '{"content":"`⏰ list`\\n\\n","delta":"`⏰ list`\\n\\n"}'],
  [
    'JSON with signs that mean something else',
    null,
    '{"choices":"`⏰ list`","run_id":7,"kind":"response."}',
  ],
  ['broken JSON', null, '{"choices":[{"delta":{"content":"\\n`⏰ list`\\n"}'],
  ['another name', 'progress', RUNNING],
  ['an unnamed tool event outside of a chat', null, RUNNING],
])('a stream that is not ours keeps its data and is no reply: %s', (_what, name, data) => {
  const { receive, log, end } = stage();

  expect([receive(name, data), receive(name, data)]).toEqual([data, data]);

  end();
  expect(log).toEqual([]);
});

test('a reply of any dialect is recognised by its first events, even if none of them looks like a chunk', () => {
  const { message, log } = stage();

  message('{"event":"ping"}');
  const shown = message(
    '{"event":"message","task_id":"t","message_id":"m","answer":"\\n`⏰ list`\\n"}',
  );

  expect(shown).toBe('{"event":"message","task_id":"t","message_id":"m","answer":""}');
  expect(log).toContain('removed');
});

test('after many other events, an event is read if it shows a sign of a chat', () => {
  const { message, log } = stage();
  for (let i = 0; i < 40; i++) message(`{"tick":${i}}`);

  message('{"event":"message","task_id":"t","message_id":"m","answer":"a"}');
  expect(log).toEqual([]);
  message(chunkJson('a'));
  expect(log).toEqual(['start']);
});

test('one source may carry several replies, each reported separately', () => {
  let opened = 0;
  const { receive } = createEventNormalizer(() => ({ report: on({ start: () => opened++ }) }));
  for (const [name, data] of [
    ...eventsOf(chatBody(['one\n'])),
    ...eventsOf(chatBody(['`💻', ' ls`\n\ntwo'])),
  ])
    receive(name, data);

  expect(opened).toBe(2);
});

test('a lost connection ends the reply, and what follows continues the held text', () => {
  const { message, receive, end, log } = stage();
  receive('hermes.tool.progress', RUNNING);
  message(chunkJson('Look:\n'));
  message(chunkJson('`💻 l'));
  end();
  // A browser may try more than once.
  end();
  expect(log).toEqual(['start', 'ls running', 'ls ended', 'end']);

  expect(contentOf(message(chunkJson('`⏰ list`\n\nmore')))).toBe('\n`💻 l`⏰ list`\n\nmore');
  expect(log.slice(4)).toEqual(['start']);

  // Once, even if the choice is opened again.
  message(chunkJson(undefined, { finish: 'stop' }));
  expect(contentOf(message(chunkJson('next')))).toBe('next');
});

test('text held when a connection was lost goes to the reply that continues, not to a later one', () => {
  const { message, end } = stage();
  message(chunkJson('A.\n', { index: 1 }));
  end();
  message(chunkJson('b', { index: 0 }));
  message('[DONE]');

  expect(contentOf(message(chunkJson('c', { index: 1 })))).toBe('c');
});

test('a failure of ours leaves this event and all later ones unchanged', () => {
  let failed = false;
  const { receive } = createEventNormalizer(() => ({
    report: on({
      marker() {
        if (failed) return;
        failed = true;
        throw new Error('broken');
      },
    }),
  }));
  const marker = chunkJson('\n`💻 ls`\n');

  expect([receive(null, marker), receive(null, marker)]).toEqual([marker, marker]);
  expect(failed).toBe(true);
});
