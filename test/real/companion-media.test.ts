/**
 * What the companion does with the files that Hermes hands over, beside what the extension does
 * with the same texts.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextFilter } from '../../src/normalizer/cleaning/text-filter.ts';
import { OF_A_MODEL } from '../../src/normalizer/requests/asking.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { readMediaLine } from '../../src/normalizer/text/media-lines.ts';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import CASES from '../companion/media-cases.json' with { type: 'json' };
import { passDeltas } from '../normalizer/rules/filtered.ts';
import { cutAt } from '../normalizer/splits.ts';
import { runFilter, runFilterOnce } from './run-filter.ts';

type Chunk = Readonly<Record<string, unknown>>;
type Event = { readonly type: string; readonly data: Chunk };

interface Streamed {
  readonly got: Readonly<
    Record<string, { readonly events: readonly Event[]; readonly chunks: readonly Chunk[] }>
  >;
}

function chunk(content: string, finish: string | null = null, model = 'hermes-agent'): Chunk {
  return { id: 'c', model, choices: [{ index: 0, delta: { content }, finish_reason: finish }] };
}

function textOf(chunks: readonly Chunk[]): string {
  return chunks
    .map(({ choices }) => (choices as { delta: { content?: string } }[])[0]?.delta.content ?? '')
    .join('');
}

/** Streams of one reply each. @returns the text, and the files that the page was told last */
function replies(jobs: readonly { readonly chunks: readonly Chunk[]; readonly more?: object }[]) {
  return runFilter<Streamed>(
    jobs.map(({ chunks, more }) => ({
      do: 'stream',
      steps: chunks.map((each) => ['a', each]),
      ...more,
    })),
  ).map(({ got }) => ({
    text: textOf(got.a?.chunks ?? []),
    files: got.a?.events.filter(({ data }) => data.kind === 'files').at(-1)?.data.text ?? null,
  }));
}

/** As the extension cleans a reply of Hermes. */
function byExtension(deltas: readonly string[]): string {
  const media = (line: string) => (readMediaLine(line) === null ? null : '');
  return passDeltas(
    createTextFilter({
      media: { put: media },
      onMarker() {},
      onRule() {},
      isInjected: () => false,
    }),
    deltas,
  );
}

test('every line is read as the extension reads it', () => {
  const results = runFilter<string>(CASES.map(([line]) => ({ do: 'media', line })));

  expect(results.map((path) => path || null)).toEqual(CASES.map(([, path]) => path));
});

test('the line of a recorded reply is taken out, and its file told', () => {
  const file = resolve(import.meta.dirname, '../recordings/hermes/v0.22-media.txt');
  const chunks = new TextDecoder()
    .decode(readResponse(readFileSync(file)).body)
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Chunk);

  expect(replies([{ chunks }])).toEqual([
    { text: 'Here it is:\n\n', files: '/srv/hermes/cache/images/cat.png' },
  ]);
});

test('texts at random cuts are cleaned as the extension cleans them', () => {
  const pieces = [
    ...['MEDIA:/a.png', '**MEDIA:/b.pdf**', 'MEDIA:', '/c.gif', 'M', '**', 'MEDIA: x', '    '],
    ...['\n', '\n', '\n\n', ' ', '\r\n', 'A', 'Text. ', '```', '~~~', '> ', '`⏰ list`', '- '],
  ];
  const texts = fc.sample(
    fc.tuple(
      fc
        .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
        .map((all) => all.join('')),
      fc.array(fc.nat(80), { maxLength: 8 }),
    ),
    { numRuns: 1000, seed: 44 },
  );
  const all = texts.map(([text, cuts]) => cutAt(text, cuts));
  const results = replies(
    all.map((deltas) => ({
      chunks: deltas.map((delta, i) => chunk(delta, i === deltas.length - 1 ? 'stop' : null)),
    })),
  );

  expect(results.map(({ text }, i) => [all[i], text])).toEqual(
    all.map((deltas) => [deltas, byExtension(deltas)]),
  );
});

test('nothing is taken out of the text of another server, or if nobody is told', () => {
  const text = 'A\n\nMEDIA:/a.png\n\nB';
  const job = (model: string, more: object) => ({ chunks: [chunk(text, 'stop', model)], more });
  const off = (...names: string[]) => ({
    valves: Object.fromEntries(names.map((name) => [name, false])),
  });

  expect(
    replies([
      job('m', {}),
      job('hermes-agent', off('relay_progress')),
      job('hermes-agent', off('show_status_lines')),
      job('hermes-agent', off('clean_replies')),
    ]),
  ).toEqual([1, 2, 3, 4].map(() => ({ text, files: null })));
  expect(replies([job('hermes-agent', {})])).toEqual([{ text: 'A\n\nB', files: '/a.png' }]);
});

const PICTURE = `![a.png](http://127.0.0.1:8788/.stream-fixer/media/${'Ab3_-xyz'.repeat(4)})`;

test('no history contains such a line of the assistant, as in requests of the extension', () => {
  const texts = [
    'A\n\nMEDIA:/a.png\n\nB',
    '`💻 ls`\n\nMEDIA:/a.png\n\nB',
    '```\nMEDIA:/a.png\n```',
    `A\n\n${PICTURE}\n\nB`,
    `See ${PICTURE}`,
  ];
  const clean = (header: Record<string, string>) =>
    runFilter<{ messages: { content: string }[] }>(
      texts.map((content) => ({
        do: 'inlet',
        headers: header,
        body: { messages: ['system', 'user', 'assistant'].map((role) => ({ role, content })) },
      })),
    ).map(({ messages }, i) => {
      expect(messages.slice(0, 2).map(({ content }) => content)).toEqual([texts[i], texts[i]]);
      return messages[2]?.content;
    });

  const cleaned = ['A\n\nB', 'B', texts[2], 'A\n\nB', texts[4]];
  expect(clean({ 'x-stream-fixer': 'hermes' })).toEqual(cleaned);
  expect(clean({})).toEqual([texts[0], texts[1], texts[2], 'A\n\nB', texts[4]]);
  const request = (content: string) =>
    JSON.stringify({ model: 'm', messages: [{ role: 'assistant', content }] });
  for (const [i, text] of texts.entries())
    expect(cleanRequest(request(text), { url: OF_A_MODEL })?.body).toBe(request(cleaned[i]!));
});

test('the status line names the files, which the server stores; with badges, it only stores them', () => {
  const job = (headers: Record<string, string>) => ({
    ...{ do: 'agent', status_lines: { live: true, outlet: 'server' }, headers },
    steps: [
      chunk('A\n\nMEDIA:/srv/a.png\nMEDIA:/srv/b'),
      { wait: 0.6 },
      chunk('.png\nB'),
      chunk('', 'stop'),
      { wait: 0.6 },
    ],
  });
  const lines = (headers: Record<string, string>) =>
    runFilterOnce<{ lines: (string | [how: string, words: string, done: boolean])[] }>(job(headers))
      .lines;

  const both = "a.png, b.png: pictures on the agent's computer";
  expect(lines({})).toEqual([
    ['shown', "a.png: picture on the agent's computer", true],
    'outlet',
    ['stored', both, true],
    'end',
  ]);
  // Only then does nothing else write the chat.
  expect(lines({ 'x-stream-fixer': 'on' })).toEqual(['outlet', ['kept', both, true], 'end']);
});

test('a page that stores its chat itself gets the line beside a badge, too, or it would drop it', () => {
  const { kept } = runFilterOnce<{ kept?: unknown }>({
    ...{ do: 'agent', status_lines: { live: true, outlet: 'page' } },
    headers: { 'x-stream-fixer': 'on' },
    steps: [chunk('A\n\nMEDIA:/srv/a.png\n'), chunk('', 'stop')],
  });

  expect(kept).toEqual(Array(3).fill([['kept', "a.png: picture on the agent's computer", true]]));
});

test('their names stand before what the reply took: a page cuts the line, and some releases never unfold it', () => {
  const call = { tool: 'terminal', toolCallId: 'a' };
  const entry = { role: 'tool', tool_call_id: 'a', content: '{"output": "", "exit_code": 2}' };
  const records = [[entry], [entry]];
  const stored = [{}, { stopped: true }].map((how) => {
    const { lines } = runFilterOnce<{ lines: (string | [how: string, words: string])[] }>({
      do: 'agent',
      clock: true,
      steps: [
        { ...call, label: 'make', status: 'running' },
        { ...call, status: 'completed' },
        chunk('MEDIA:/srv/cat.png\nHere it is.'),
        { passes: 41 },
        ...('stopped' in how ? [] : [chunk('', 'stop')]),
      ],
      records,
      status_lines: { live: true, outlet: 'stopped' in how ? 'nobody' : 'server', ...how },
    });
    return lines.findLast(([what]) => what === 'stored')?.[1];
  });

  const files = "cat.png: picture on the agent's computer";
  expect(stored).toEqual([
    `Failed (exit 2): make · ${files} · 41.0 s`,
    `Stopped. Failed (exit 2): make · ${files}.`,
  ]);
});
