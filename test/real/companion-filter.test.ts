import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cleanStoredText,
  cleanText,
  provesMarkers,
} from '../../src/normalizer/cleaning/clean-text.ts';
import { createMarkerFilter } from '../../src/normalizer/text/marker-filter.ts';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import CASES from '../companion/marker-cases.json' with { type: 'json' };
import { AROUND_A_MARKER } from '../normalizer/around-a-marker.ts';
import { cutAt } from '../normalizer/splits.ts';
import { runFilter as run, runFilterOnce as one } from './run-filter.ts';

const root = resolve(import.meta.dirname, '../..');

type Chunk = Readonly<Record<string, unknown>>;

/** What the server received of one stream. */
interface Got {
  readonly events: readonly { readonly type: string; readonly data: Chunk }[];
  readonly chunks: readonly Chunk[];
}

interface Streamed {
  readonly got: Readonly<Record<string, Got>>;
  /** Characters still held. */
  readonly left: number;
}

/** Cut at every position between two characters, and into single characters. */
function everySplit(text: string): string[][] {
  const characters = Array.from(text);
  return [
    [text],
    characters,
    ...characters
      .slice(1)
      .map((_, i) => [characters.slice(0, i + 1).join(''), characters.slice(i + 1).join('')]),
  ];
}

function chunk(content: string | null, extra: Chunk = {}): Chunk {
  return {
    id: 'c',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason: null }],
    ...extra,
  };
}

/** A chunk of Hermes, of which markers are to be expected. */
function ofHermes(content: string): Chunk {
  return chunk(content, { model: 'hermes-agent' });
}

const FINISH: Chunk = {
  id: 'c',
  model: 'm',
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
};

function textOf(chunks: readonly Chunk[]): string {
  return chunks
    .map(
      (chunk) =>
        (chunk.choices as { delta?: { content?: string } }[] | undefined)?.[0]?.delta?.content ??
        '',
    )
    .join('');
}

/** The data of a recorded stream, as Open WebUI parses it: names of events are lost. */
function recorded(file: string): Chunk[] {
  const { body } = readResponse(readFileSync(resolve(root, 'test/recordings/hermes', file)));
  return new TextDecoder()
    .decode(body)
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Chunk);
}

function steps(chunks: readonly Chunk[], name = 'a'): [string, Chunk][] {
  return chunks.map((chunk) => [name, chunk]);
}

type StreamResult = Got & { readonly left: number };

/** Runs several streams one after another, each with a new filter. */
function streams(
  jobs: readonly { readonly chunks: readonly Chunk[]; readonly options?: object }[],
): StreamResult[] {
  return run<Streamed>(
    jobs.map(({ chunks, options }) => ({ do: 'stream', steps: steps(chunks), ...options })),
  ).map(({ got, left }) => ({
    events: got.a?.events ?? [],
    chunks: got.a?.chunks ?? [],
    left,
  }));
}

function stream(chunks: readonly Chunk[], options: object = {}): StreamResult {
  const [result] = streams([{ chunks, options }]);
  if (!result) throw new Error('no answer');
  return result;
}

test('every case is cleaned as the extension cleans it, wherever the text is cut', () => {
  const jobs = CASES.flatMap((row) => everySplit(row.text).map((deltas) => ({ row, deltas })));
  const results = run<{ text: string }>(jobs.map(({ deltas }) => ({ do: 'pieces', deltas })));

  expect(results.map(({ text }, i) => [jobs[i]?.deltas, text])).toEqual(
    jobs.map(({ row, deltas }) => [deltas, row.cleaned]),
  );
});

test('every case is cleaned in stored texts as the extension cleans them', () => {
  const results = run<string>(CASES.map(({ text }) => ({ do: 'stored', text })));

  expect(results).toEqual(CASES.map(({ stored }) => stored));
});

test('random text at random cuts is cleaned as the extension cleans it', () => {
  const pieces = [
    '`',
    '``',
    '```',
    '~~~',
    '\n',
    '\n',
    '\n\n',
    ' ',
    '\t',
    '\r',
    '\ufe0f',
    'x',
    '.',
    '⏰',
    '⚙',
    '🦄',
    '`⏰ ',
    '`⏰ list`',
    '\n`💻 a`\n',
    '`💻 a`b`',
    '`💻 a` b`',
    '```sh\n',
    '\n```\n',
    'Done.',
    'so:\n',
    'Look.\n`⚙ poll x`\n\n',
    '`⏰ Remind`\n\n',
    '✔',
    ')',
    '`📖 a`\n',
  ];
  const anyText = fc
    .array(fc.constantFrom(...pieces), { maxLength: 40 })
    .map((list) => list.join(''));
  const samples = fc.sample(fc.tuple(anyText, fc.array(fc.nat(120), { maxLength: 20 })), 4000);
  // No cut through a surrogate pair.
  const jobs = samples.map(([text, cuts]) => ({
    text,
    deltas: cutAt(
      text,
      cuts.filter((at) => !/[\udc00-\udfff]/.test(text.charAt(at))),
    ),
  }));

  const cut = run<{ text: string; labels: string[] }>(
    jobs.map(({ deltas }) => ({ do: 'pieces', deltas })),
  );
  const stored = run<string>(jobs.map(({ text }) => ({ do: 'stored', text })));

  jobs.forEach(({ text, deltas }, i) => {
    const expected = cleanText(text);
    expect([deltas, cut[i]]).toEqual([
      deltas,
      { text: expected.text, labels: expected.markers.map(({ label }) => label) },
    ]);
    expect([text, stored[i]]).toEqual([text, cleanStoredText(text).text]);
  });
});

test.each([4096, 20, 5])(
  'evidence of Hermes is the same as for the extension, also when read in steps of %i characters',
  (pace) => {
    const pieces = [
      '\n',
      '\n',
      '\n\n',
      '\n\n\n',
      ' ',
      'x',
      'Look.',
      'So:',
      '```',
      '`📝 Update README`',
      '`📨 to me: "x"`',
      '`💻 ls`',
      '`💻 a`\n\n`📖 b`',
      '`⏰ Remind me`',
      '\n`🔧 c`\n\n\n',
      '`⏰ list`\n\n',
    ];
    const texts = fc.sample(
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join('')),
      6000,
    );
    const shown = run<boolean>(texts.map((text) => ({ do: 'shows', text, pace })));

    texts.forEach((text, i) => expect([text, shown[i]]).toEqual([text, provesMarkers(text)]));
    expect(new Set(shown).size).toBe(2);
  },
);

test('without evidence of Hermes, lines that look like markers stay, in the reply and in the history', () => {
  const written = 'Commit message:\n\n`📝 Update README`\n\nIt says why.';
  const { chunks, events } = stream([
    ...['Commit message:\n\n`📝 ', 'Update README`', '\n\nIt says why.'].map((text) => chunk(text)),
    FINISH,
  ]);

  expect([textOf(chunks), events]).toEqual([written, []]);
  const body = {
    messages: [
      { role: 'assistant', content: written },
      { role: 'assistant', content: '`📝 Update README`' },
    ],
  };
  expect(one({ do: 'inlet', body })).toEqual(body);
  // What the extension knows of the model, the companion goes by, too.
  const said = (content: string): object => ({ messages: [{ role: 'assistant', content }] });
  const known = {
    do: 'inlet',
    body: said('Done.\n`📝 readme`\n\nIt says why.'),
    headers: { 'x-stream-fixer': 'hermes' },
  };
  expect(run([known, { ...known, headers: {} }])).toEqual([
    said('Done.\nIt says why.'),
    known.body,
  ]);
});

test.each([
  ['a call is removed', 'Done.\n`📖 README.md`\n\nIt says why.', 'Done.\nIt says why.'],
  ['what is behind a colon stays', 'Commit message:\n`📖 README.md`\n\nIt says why.', null],
  ['a paragraph of its own stays', 'Done.\n\n`📖 README.md`\n\nIt says why.', null],
])('of Hermes, %s', (_, written, cleaned) => {
  const results = streams(
    everySplit(written).map((deltas) => ({ chunks: [...deltas.map(ofHermes), FINISH] })),
  );
  expect(new Set(results.map(({ chunks }) => textOf(chunks)))).toEqual(
    new Set([cleaned ?? written]),
  );
});

test('text is held no longer than the extension holds it', () => {
  const rows = [
    'Hello',
    'a `code` b',
    'x\n',
    'x\n`⏰ li',
    '`⏰ list`\n',
    'x.\n`⏰ list`\n\n',
    'x.\n\n`⏰ list`\n\n\n',
    '`🦄',
    '> x\n\ny',
    '```\n',
    '`⏰ ' + 'y'.repeat(5000),
  ];
  const results = run<Streamed>(
    rows.map((text) => ({ do: 'stream', steps: steps([ofHermes(text)]) })),
  );

  expect(rows.map((text, i) => [text.slice(0, 20), results[i]?.left])).toEqual(
    rows.map((text) => {
      const filter = createMarkerFilter({ onMarker: () => {}, isInjected: () => false });
      filter.push(text);
      return [text.slice(0, 20), Array.from(text.slice(filter.decided())).length];
    }),
  );
});

test('recorded Hermes 0.8: markers are removed from the text and arrive as events, once each', () => {
  const { chunks, events, left } = stream(recorded('v0.8-chat-scenario-2.txt'));

  expect(textOf(chunks)).toBe('\n\nNow a failing one. \n\nFinished `three` calls. ');
  expect(left).toBe(0);
  expect(events).toEqual(
    [
      ['💻', 'sleep 1; ls /tmp | head -3'],
      ['📖', '/srv/demo/sample.txt'],
      ['💻', 'exit 3'],
    ].map(([emoji, label]) => ({
      type: 'hermes.tool.progress',
      data: { tool: '', emoji, label, marker: 'whole' },
    })),
  );
});

test('the text of recorded Hermes 0.8 equals the one of 0.9, which wrote no markers', () => {
  const texts = ['v0.8', 'v0.9'].map((version) =>
    streams(
      [0, 1, 2, 4].map((scenario) => ({
        chunks: recorded(`${version}-chat-scenario-${scenario}.txt`),
      })),
    ).map(({ chunks }) => textOf(chunks)),
  );

  expect(texts[0]).toEqual(texts[1]);
  expect(texts[0]?.[1]).toBe('Let me check. \n\nAll done: it printed the year. ');
});

test('recorded Hermes 0.19: every progress event is passed on unchanged, a failed turn is told, and every chunk stays', () => {
  const recordings = [0, 1, 2, 4, 5, 6, 8, 9].map((scenario) => ({
    chunks: recorded(`v0.19-chat-scenario-${scenario}.txt`),
  }));

  streams(recordings).forEach(({ chunks, events, left }, i) => {
    const all = recordings[i]?.chunks ?? [];
    expect(chunks).toEqual(all);
    const failed = all.some(
      ({ hermes }) => (hermes as { failed?: boolean } | undefined)?.failed === true,
    );
    expect(events).toEqual([
      ...all
        .filter((data) => 'tool' in data)
        .map((data) => ({ type: 'hermes.tool.progress', data })),
      ...(failed
        ? [
            {
              type: 'hermes.status',
              data: { kind: 'failed', text: 'HTTP 400: fake upstream says no' },
            },
          ]
        : []),
    ]);
    expect(left).toBe(0);
  });
});

test('recorded Hermes 0.22: while a person must allow a command, the page is told so, and the server nothing', () => {
  const all = recorded('v0.22-danger.txt');
  const { command, description } = all.find(({ event }) => event === 'approval.request') ?? {};
  const { chunks, events } = stream(all);

  expect(chunks).toEqual(all.map((data) => (data.event === 'approval.request' ? {} : data)));
  expect(events.map(({ data }) => data.status)).toEqual(['running', 'waiting', 'completed']);
  expect(events[1]?.data).toEqual({
    tool: '',
    status: 'waiting',
    command,
    description,
    answered_by: 'elsewhere',
  });
  expect(stream(all, { valves: { relay_progress: false } }).events).toEqual([]);
});

test('a marker that a model writes is removed from the text, and its event says that no tool is known to run', () => {
  const { chunks, events } = stream([
    ...['`', '⏰', ' list', '`\n', '\nDone.'].map(ofHermes),
    FINISH,
  ]);

  expect(textOf(chunks)).toBe('\nDone.');
  expect(events.map(({ data }) => data)).toEqual([
    { tool: '', emoji: '⏰', label: 'list', marker: 'split', status: 'written' },
  ]);
});

test('while none are expected, a marker leaves in the pieces it came in; the next one after a proof is removed', () => {
  const pieces = [
    'Look.',
    '\n',
    '`⏰',
    ' list',
    '`\n',
    '\n\nI see.',
    '\n`⏰ ',
    'run`',
    '\n',
    '\nDone.',
  ];
  const { chunks, events } = stream([...pieces.map((text) => chunk(text)), FINISH]);

  expect(chunks.slice(0, 6)).toEqual(pieces.slice(0, 6).map((text) => chunk(text)));
  expect(textOf(chunks.slice(6))).toBe('\nDone.');
  expect(events.map(({ data }) => data)).toEqual([
    { tool: '', emoji: '⏰', label: 'run', marker: 'split', status: 'written' },
  ]);
});

test('a whole delta shaped like a marker says that the server ran a tool only if the server is Hermes', () => {
  const [own, other] = [ofHermes, chunk].map((of) =>
    stream([
      ...['Look.', '\n`⏰ list`\n', '\n`💻 ls`\n', '\n\nDone.'].map((text) => of(text)),
      FINISH,
    ]),
  );

  expect([own, other].map((result) => textOf(result?.chunks ?? []))).toEqual([
    'Look.\n\nDone.',
    'Look.\n\nDone.',
  ]);
  expect(own?.events.map(({ data }) => [data.label, data.marker, data.status])).toEqual([
    ['list', 'whole', undefined],
    ['ls', 'whole', undefined],
  ]);
  expect(other?.events.map(({ data }) => [data.label, data.marker, data.status])).toEqual([
    ['list', 'delta', 'written'],
    ['ls', 'delta', 'written'],
  ]);
});

test('a whole delta shaped like a marker is no evidence if the server sends events', () => {
  const event = { tool: 'cronjob', emoji: '⏰', label: 'create' };
  const { chunks, events } = stream([event, chunk('\n`⏰ list`\n'), chunk('\nDone.'), FINISH]);

  expect(textOf(chunks)).toBe('\nDone.');
  expect(events.map(({ data }) => data)).toEqual([
    event,
    { tool: '', emoji: '⏰', label: 'list', marker: 'line', status: 'written' },
  ]);
});

test('a whole-delta marker is removed at once, wherever it is, and the text around it is as if it had never been there', () => {
  const injected = '\n`💻 ls`\n';
  const results = streams(
    AROUND_A_MARKER.map(([before, after]) => ({
      chunks: [...[...before, injected, ...after].map(ofHermes), FINISH],
    })),
  );

  expect(results.map(({ chunks }) => textOf(chunks))).toEqual(
    AROUND_A_MARKER.map(([, , text]) => text),
  );
  for (const { events } of results)
    expect(events.filter(({ data }) => data.marker === 'whole')).toHaveLength(1);
});

test('emoji that only a skin of Hermes uses, and labels like prose, are removed if the stream is known to be Hermes', () => {
  const rows: readonly (readonly [content: string, fromHermes: string, fromOthers: string])[] = [
    ['\n`⚔️ fight`\n', '', '\n`⚔️ fight`\n'],
    ["\n`💻 awk 'f` | x`\n", '', "\n`💻 awk 'f` | x`\n"],
    ['\n`npm install`\n', '\n`npm install`\n', '\n`npm install`\n'],
    ['\n`表 install`\n', '\n`表 install`\n', '\n`表 install`\n'],
  ];
  const hermes = streams(
    rows.map(([content]) => ({ chunks: [chunk(content, { model: 'hermes-agent' }), FINISH] })),
  );
  const others = streams(rows.map(([content]) => ({ chunks: [chunk(content), FINISH] })));

  expect(
    rows.map(([content], i) => [
      content,
      textOf(hermes[i]?.chunks ?? []),
      textOf(others[i]?.chunks ?? []),
    ]),
  ).toEqual(rows);
});

test('held text is emitted with the finish chunk, and before a tool call', () => {
  const call: Chunk = {
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0 }] }, finish_reason: null }],
  };
  for (const last of [FINISH, call]) {
    const { chunks, left } = stream([ofHermes('Text\n'), ofHermes('`⏰ li'), last]);
    expect([textOf(chunks), textOf(chunks.slice(-1)), left]).toEqual([
      'Text\n`⏰ li',
      '\n`⏰ li',
      0,
    ]);
    expect((chunks[2]?.choices as Chunk[] | undefined)?.[0]).toMatchObject(
      (last.choices as Chunk[])[0] ?? {},
    );
  }
});

test('concurrent replies never mix, nor do two replies of one request', () => {
  const rows = {
    'a/1': ['One.\n`⏰', ' list', '`\n', '\nEnd'],
    'a/2': ['Two.\n`💻 l', 's`', ' prose\n', 'end'],
    b: ['Three.\n', '`⏰ run`', '\n', 'end'],
  };
  const woven = [0, 1, 2, 3].flatMap((i) =>
    Object.entries(rows).map(([name, texts]) => [name, ofHermes(texts[i] ?? '')]),
  );
  const { got } = one<Streamed>({
    do: 'stream',
    steps: [...woven, ...Object.keys(rows).map((name) => [name, FINISH])],
  });

  expect(Object.entries(got).map(([name, { chunks }]) => [name, textOf(chunks)])).toEqual([
    ['a/1', 'One.\nEnd'],
    ['a/2', 'Two.\n`💻 ls` prose\nend'],
    ['b', 'Three.\n`⏰ run`\nend'],
  ]);
});

test('a reply is forgotten with its request', () => {
  expect(one({ do: 'forget', chunk: chunk('`⏰ li') })).toEqual([1, 0]);
});

test("each valve switches its part, and a user's valves apply to that user only", () => {
  const events = [{ tool: 't', status: 'running' }, chunk('\n`⏰ list`\n'), FINISH];
  const rows: readonly (readonly [options: object, text: string, events: number])[] = [
    [{}, '', 2],
    [{ valves: { relay_progress: false } }, '', 0],
    [{ valves: { clean_replies: false } }, '\n`⏰ list`\n', 1],
    [{ user_valves: { clean_replies: false } }, '\n`⏰ list`\n', 1],
    [{ user_valves: { relay_progress: false } }, '', 0],
    [
      { valves: { clean_replies: false }, user_valves: { clean_replies: true } },
      '\n`⏰ list`\n',
      1,
    ],
  ];
  const results = streams(rows.map(([options]) => ({ chunks: events, options })));

  expect(
    results.map((result, i) => [rows[i]?.[0], textOf(result.chunks), result.events.length]),
  ).toEqual(rows);
  const body = { messages: [{ role: 'assistant', content: '`⏰ list`' }] };
  expect(one({ do: 'inlet', body, valves: { clean_history: false } })).toEqual(body);
});

test('anything but a chunk of a chat stays unchanged', () => {
  const odd: unknown[] = [
    null,
    'data: {}',
    7,
    [],
    {},
    { choices: null },
    { choices: [] },
    { choices: [null, 'x', 3] },
    { choices: [{ delta: null }] },
    { choices: [{ delta: 'x' }] },
    { choices: [{ index: 'x', delta: { content: '\n' } }] },
    { choices: [{ index: [], delta: { content: '\n' } }] },
    { choices: [{ delta: { content: ['`⏰ x`'] } }] },
    { choices: [], usage: { total_tokens: 1 } },
    { error: { message: 'x' } },
    { tool: 'no progress' },
    { type: 'response.output_text.delta', delta: '`⏰ x`' },
    { choices: [{ text: 'x' }] },
  ];
  expect(stream(odd as Chunk[]).chunks).toEqual(odd);
  expect(stream([chunk('\n`💻 ls`\n')], { no_chat: true }).chunks).toEqual([chunk('\n`💻 ls`\n')]);
});

test.each([
  ['a stored chat', { chat_id: 'c' }, 'I found'],
  ['a temporary chat', { chat_id: 'local:x' }, 'I found'],
  ['a server that says nothing of it', null, 'I found'],
  ['a program that asks the API', { chat_id: null, message_id: null }, '`⏰ list`\n\n\nI found'],
])('the history of %s is cleaned, except for API programs', (_, metadata, content) => {
  const body = { messages: [{ role: 'assistant', content: '`⏰ list`\n\n\nI found' }] };
  expect(one({ do: 'inlet', body, metadata })).toEqual({
    messages: [{ role: 'assistant', content }],
  });
});

test('if the page cannot be notified, only a badge is lost, not the reply', () => {
  const { chunks, events } = stream(
    [{ tool: 't', status: 'running' }, chunk('\n`💻 ls`\n'), chunk('\nDone.'), FINISH],
    { broken_emitter: true },
  );

  expect([textOf(chunks), events]).toEqual(['\nDone.', []]);
});

test("in the history, only the assistant's words are cleaned", () => {
  const poisoned = 'Check.\n`💻 ls`\n\n\nDone.';
  const parts = (type: string, text: string) => [
    { type, text },
    { type: 'image_url', image_url: {} },
  ];
  const bodyWith = (said: string, saidAlone: string) => ({
    model: 'm',
    messages: [
      { role: 'system', content: poisoned },
      { role: 'user', content: poisoned },
      { role: 'assistant', content: said, tool_calls: [{ id: '1' }] },
      { role: 'tool', content: poisoned },
      { role: 'assistant', content: parts('text', said) },
      {
        role: 'assistant',
        content: null,
        output: [
          { type: 'message', content: parts('output_text', said) },
          { type: 'reasoning', content: parts('output_text', poisoned) },
        ],
      },
      { role: 'assistant', content: saidAlone },
      'odd',
    ],
  });

  expect(one({ do: 'inlet', body: bodyWith(poisoned, '`⏰ list`') })).toEqual(
    bodyWith('Check.\n\nDone.', '(empty)'),
  );
  const odd = [{}, { messages: null }, { messages: 'x' }, { prompt: 'x' }];
  expect(run(odd.map((body) => ({ do: 'inlet', body })))).toEqual(odd);
});
