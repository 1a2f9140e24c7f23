import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResponse } from '../../../src/tools/cli/http-response.ts';
import type { BodyOptions } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import type { CompiledRules } from '../../../src/normalizer/rules/compile-rules.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';
import { activeRules } from '../../../src/rules/active-rules.ts';
import { ALL_PACKS } from '../../../src/rules/all-packs.ts';
import {
  bytesOf,
  chatBody,
  endsEvery,
  joinedText,
  normalizeCut,
  piecesOf,
  textOf,
} from '../splits.ts';
import { compiled, lineRule } from './filtered.ts';
import { on, onMessages } from '../../support/on.ts';

function pack(id: string): CompiledRules {
  return compiled(activeRules({ [id]: true }, []));
}

interface Read {
  readonly text: string;
  readonly reported: readonly string[];
  readonly hits: readonly string[];
}

/** A chat of these deltas through the normalizer, cut in chunks of `size` bytes. */
function read(
  deltas: readonly string[],
  rules: CompiledRules | null,
  size = 0,
  options: Partial<BodyOptions> = {},
): Read {
  const hits: string[] = [];
  const body = bytesOf(chatBody(deltas));
  const { bytes, events } = normalizeCut(body, endsEvery(body.length, size), {
    rules,
    report: on({ rule: ({ rule }) => hits.push(rule) }),
    ...options,
  });
  return { text: joinedText(textOf(bytes)), reported: events.map(wordsOf), hits };
}

function wordsOf({ call, tool, label, status, provenance, source }: Progress): string {
  if (provenance !== 'unknown' || source !== 'marker') throw new Error(`${provenance} ${source}`);
  return `${call} ${tool ?? label ?? ''} ${status}`;
}

/** Replies as each agent streams them, what the page reads, and what is reported of the tools. */
const REPLIES: readonly (readonly [
  pack: string,
  deltas: readonly string[],
  text: string,
  reported: readonly string[],
])[] = [
  [
    'hermes-other-markers',
    [
      'I re',
      'member',
      '.\n',
      '[mem',
      'ory]\n',
      '[Calling tool: terminal with arguments: {"command": "ls"}]\n',
      'There',
      ' you are.',
    ],
    'I remember.\nThere you are.',
    [],
  ],
  [
    'hermes-details',
    [
      'Let me look.',
      '\n<details type="tool_calls" done="true" id="c1" name="terminal" arguments="&quot;ls&quot;">\n<summary>Tool Executed</summary>\na.txt\n</details>\n',
      'One',
      ' file.',
    ],
    'Let me look.\nOne file.',
    ['0 terminal running', '0 terminal ended'],
  ],
  [
    'open-webui-details',
    [
      '<details type="tool_calls" done="true" id="c1" name="get_time" arguments="&quot;{}&quot;" result="&quot;12&quot;" files="">\n',
      '<summary>Tool Executed</summary>\n',
      '</details>\n',
      '\nNoon.',
    ],
    'Noon.',
    ['0 get_time running', '0 get_time ended'],
  ],
  [
    'hayhooks',
    [
      'Wait.\n\n',
      '<details type="search" done="true">\n<summary>Tool call result for \'search\'</summary>\n\n```\nArguments:\n{}\n\nResponse:\n42\n```\n</details>\n\n',
      'It is',
      ' 42.',
    ],
    'Wait.\n\nIt is 42.',
    ['0 search running', '0 search ended'],
  ],
  [
    'phidata',
    ['I look.', '\n - Running: web_search(query=Rome)\n\n', 'It is', ' sunny.'],
    'I look.\n\nIt is sunny.',
    ['0 web_search running', '0 web_search ended'],
  ],
  [
    'caipe',
    [
      '⟦🎯 Execution Plan: two steps\n',
      '1. List\n2. Say⟧\n',
      '\n🔧 Calling argocd...\n',
      '🔧 Calling tool: **list_clusters**\n',
      '✅ Tool **list_clusters** completed\n',
      'Two clusters.',
    ],
    'Two clusters.',
    ['0 argocd running', '0 argocd ended', '1 list_clusters running', '1 list_clusters unknown'],
  ],
  [
    'flowise',
    [
      'Analysis started... 2025-03-04 10:20:30\n',
      '\n---\n\n__Reasoning: Researcher (2025-03-04 10:20:31)__\n\n',
      'I look it up.',
      '\n\n---\n\n__Reasoning: Writer (2025-03-04 10:20:33)__\n\n',
      '\nAnalysis complete. (2025-03-04 10:20:35)\n\n',
      'Done.',
    ],
    '---\n\nI look it up.\n\n---\n\nDone.',
    ['0 Researcher running', '0 Researcher ended', '1 Writer running', '1 Writer unknown'],
  ],
  [
    'kimi',
    [
      '【检索 1】 [天气](https://example.com/a)\n',
      '【检索 2】 [预报](https://example.com/b)\n',
      '\n今',
      '天晴。',
    ],
    '今天晴。',
    [],
  ],
  [
    'wrapper-calling-tool',
    ['Wait.', '\n[Calling tool: search]\n', '[Tool complete]\n', 'Found.'],
    'Wait.\nFound.',
    ['0 search running', '0 search unknown'],
  ],
  [
    'wrapper-calling-tool-with',
    ['[Calling Tool: search with {"q": "x"}]\n', 'Found.'],
    'Found.',
    ['0 search running', '0 search ended'],
  ],
  [
    'wrapper-using-tool-bold',
    ['Wait.', '\n\n🔧 **Using tool: `search`**', '\n\n', 'Found.'],
    'Wait.\n\nFound.',
    ['0 search running', '0 search ended'],
  ],
  [
    'wrapper-using-tool-quote',
    ['> Using tool: `search`…', '\n\n', 'Found.'],
    'Found.',
    ['0 search running', '0 search ended'],
  ],
  [
    'wrapper-using-tool-italic',
    ['_Using tool: `search`_', '\n\n', 'Found.'],
    'Found.',
    ['0 search running', '0 search ended'],
  ],
  [
    'wrapper-parameters',
    ['Wait.\n\n', '🔧 Calling tool: **search**\n\nParameters: `{"q": "x"}`\n\n---\n\n', 'Found.'],
    'Wait.\n\n---\n\nFound.',
    // The horizontal rule that stays is text.
    ['0 search running', '0 search ended'],
  ],
  [
    'wrapper-with-arguments',
    ['⚙️ Calling tool: **search** with arguments: {"q": "x"}', '\n', 'Found.'],
    'Found.',
    ['0 search running', '0 search ended'],
  ],
  [
    'wrapper-with-input',
    ['Wait.\n', '\n> Calling tool: **search** with input: x', '\n', 'Found.'],
    'Wait.\n\nFound.',
    ['0 search running', '0 search ended'],
  ],
];

test.each(REPLIES)('%s: a whole reply, cut anywhere', (id, deltas, text, reported) => {
  const rules = pack(id);

  for (const size of [0, 1, 7, 64])
    expect([size, read(deltas, rules, size)]).toMatchObject([size, { text, reported }]);
  // A model's text comes in pieces.
  expect(read(piecesOf(deltas.join(''), 1), rules).text).toBe(text);
  expect(read(piecesOf(deltas.join(''), 5), rules).text).toBe(text);
});

test.each(REPLIES)('%s: without the pack its reply stays byte for byte', (_id, deltas) => {
  const body = bytesOf(chatBody(deltas));

  expect(textOf(normalizeCut(body, [], { rules: null }).bytes)).toBe(textOf(body));
  expect(textOf(normalizeCut(body, [], {}).bytes)).toBe(textOf(body));
});

const RECORDINGS = new URL('../../recordings/hermes/', import.meta.url);

test.each(readdirSync(RECORDINGS).filter((name) => name.endsWith('.txt')))(
  '%s comes out the same with all packs on',
  (name) => {
    const { contentType, body } = readResponse(readFileSync(new URL(name, RECORDINGS)));
    const all = compiled(
      activeRules(Object.fromEntries(ALL_PACKS.map(({ id }) => [id, true])), []),
    );

    for (const size of [0, 100]) {
      const ends = endsEvery(body.length, size);
      const [plain, ruled] = [null, all].map((rules) =>
        normalizeCut(body, ends, { contentType, rules }),
      );
      expect(textOf(ruled?.bytes ?? [])).toBe(textOf(plain?.bytes ?? []));
      expect(ruled?.markers).toBe(plain?.markers);
      expect(ruled?.events).toEqual(plain?.events);
    }
  },
);

const CALL = compiled([
  lineRule('my-pack/call', '[Calling tool: {tool}]', 'start'),
  lineRule('my-pack/done', '[Tool complete]', 'end'),
]);

test('every removal is reported, with its rule', () => {
  expect(
    read(['[Calling tool: a]\n', '[Tool complete]\n', '[Calling tool: b]'], CALL).hits,
  ).toEqual(['my-pack/call', 'my-pack/done', 'my-pack/call']);
});

test('a call continues while there are only blanks, or a line that may be its end', () => {
  expect(
    read(['[Calling tool: a]\n', '\n', ' ', '[Tool', ' comp', 'lete]', '\n', 'x'], CALL).reported,
  ).toEqual(['0 a running', '0 a unknown']);
  expect(
    read(['[Calling tool: a]\n', '[Tool', 'box', '\n[Tool complete]\n'], CALL).reported,
  ).toEqual(['0 a running', '0 a ended']);
});

test('markers are removed beside rules, and reported as usual', () => {
  const deltas = ['Hm.', '\n`⏰ list`\n', '\n[Calling tool: a]\n', 'Done.'];
  const markers: string[] = [];

  const { text } = read(deltas, CALL, 0, { report: on({ marker: () => markers.push('marker') }) });

  expect(text).toBe('Hm.\nDone.');
  expect(markers).toEqual(['marker']);
});

test('a whole response is cleaned as well; its tools are over', () => {
  const json = JSON.stringify({
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'a\n[Calling tool: x]\n[Tool complete]\nb' },
      },
    ],
  });
  const hits: string[] = [];

  const { bytes, events } = normalizeCut(bytesOf(json), [], {
    contentType: 'application/json',
    rules: CALL,
    report: on({ rule: ({ rule }) => hits.push(rule) }),
  });

  expect(textOf(bytes)).toContain('"content":"a\\nb"');
  expect(events.map(wordsOf)).toEqual(['0 x ended']);
  expect(hits).toEqual(['my-pack/call', 'my-pack/done']);
});

test('plain text, JSON lines and event streams of other dialects are cleaned alike', () => {
  const bodies = [
    ['text/plain', 'a\n[Calling tool: x]\nb', 'a\nb'],
    [
      'application/x-ndjson',
      '{"model":"m","message":{"role":"assistant","content":"a\\n[Calling tool: x]\\n"},"done":false}\n{"model":"m","message":{"role":"assistant","content":"b"},"done":true}\n',
      null,
    ],
  ] as const;
  for (const [contentType, body, left] of bodies) {
    for (const size of [0, 1, 5]) {
      const bytes = bytesOf(body);
      const out = textOf(
        normalizeCut(bytes, endsEvery(bytes.length, size), { contentType, rules: CALL }).bytes,
      );
      expect([contentType, size, out]).toEqual([
        contentType,
        size,
        left ?? body.replace('[Calling tool: x]\\n', ''),
      ]);
    }
  }
});

/** Open WebUI's events of one reply, with growing snapshots. */
function packet(content: string, done = false): string {
  return `42${JSON.stringify(['events', { chat_id: 'c', message_id: 'm', data: { type: 'chat:completion', data: { content, done } } }])}`;
}

test("in Open WebUI a rule's removal is reported once, though every snapshot repeats it", () => {
  const reported: string[] = [];
  const socket = createSocketNormalizer({
    rules: CALL,
    report: onMessages({
      rule: ({ rule }, { messageId }) => reported.push(`${messageId} ${rule}`),
      progress: ({ progress }) => reported.push(wordsOf(progress)),
    }),
  });

  const shown = [
    'Hm.\n',
    'Hm.\n[Calling tool: x]',
    'Hm.\n[Calling tool: x]\n\n',
    'Hm.\n[Calling tool: x]\n\n[Tool complete]\nDone.',
  ].map((content) => socket.receive(packet(content)));

  expect(shown).toEqual(
    ['Hm.', 'Hm.\n', 'Hm.\n', 'Hm.\n\nDone.'].map((content) => packet(content)),
  );
  expect(reported).toEqual(['m my-pack/call', '0 x running', 'm my-pack/done', '0 x unknown']);
});
