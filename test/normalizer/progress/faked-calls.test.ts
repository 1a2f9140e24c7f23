import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readResponse } from '../../../src/tools/cli/http-response.ts';
import { createFakedCalls, type SeenCall } from '../../../src/normalizer/progress/tool-tracker.ts';
import { createEventNormalizer } from '../../../src/normalizer/bodies/event-normalizer.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';
import { completion, GENERATIONS, messageItem, packetOf, watch } from '../open-webui/streams.ts';
import { someOf } from '../../support/speed.ts';
import { bytesOf, chatBody, chunkJson, endsEvery, everySplit, normalizeCut } from '../splits.ts';
import { on } from '../../support/on.ts';

/** Markers as the model wrote them, calls as the server reported them. */
function unaccounted(
  calls: readonly (readonly [string | null, string | null])[],
  written: readonly string[],
): string[] {
  const imitation = createFakedCalls();
  for (const [emoji, label] of calls) imitation.ran({ emoji, label });
  for (const words of written)
    imitation.wrote({
      emoji: words.slice(0, words.indexOf(' ')),
      label: words.slice(words.indexOf(' ') + 1),
    });
  return imitation.settle().alone.map(({ emoji, label }) => `${emoji} ${label}`);
}

describe('markers without a tool', () => {
  test.each<[string, Parameters<typeof unaccounted>[0], string[], string[]]>([
    ['no tool ran', [], ['⏰ list', '⏰ update'], ['⏰ list', '⏰ update']],
    ['another tool ran', [['📖', 'a.txt']], ['⏰ list'], ['⏰ list']],
    ['this very tool ran', [['⏰', 'list']], ['⏰ list'], []],
    ['it ran once and was written of twice', [['💻', 'ls']], ['💻 ls', '💻 ls'], []],
    [
      'the server words the call otherwise',
      [['💻', 'sleep 1 + 1 command']],
      ['💻 sleep 1; ls'],
      [],
    ],
    ['one call, and one more marker of that tool', [['💻', 'ls']], ['💻 pwd', '💻 ls'], ['💻 pwd']],
    ['the selector is missing in one of them', [['⚙️', 'poll']], ['⚙ poll'], []],
    ['a skin has an emoji of its own', [['🦄', 'ls']], ['💻 ls -la'], []],
    ['a word for an emoji', [['video', 'x']], ['🎨 a', '🎨 b'], ['🎨 b']],
    ['a call without words', [[null, null]], ['⏰ list', '📖 a'], ['📖 a']],
    ['an empty emoji', [['', 'ls']], ['💻 ls'], []],
  ])('%s', (_what, calls, written, expected) => {
    expect(unaccounted(calls, written)).toEqual(expected);
  });

  test('nothing is certain if unreported tools run, or about more calls than are remembered', () => {
    const elsewhere = createFakedCalls();
    elsewhere.wrote({ emoji: '⏰', label: 'list' });
    elsewhere.unclear();
    expect(elsewhere.settle().alone).toEqual([]);

    const call: SeenCall = { emoji: '📖', label: 'a' };
    const flooded = createFakedCalls();
    flooded.wrote({ emoji: '⏰', label: 'list' });
    for (let i = 0; i < 501; i++) flooded.ran(call);
    expect(flooded.settle().alone).toEqual([]);
  });

  test('each is returned once; calls are remembered for what follows', () => {
    const imitation = createFakedCalls();
    imitation.wrote({ emoji: '⏰', label: 'list' });
    expect(imitation.settle().alone).toHaveLength(1);
    expect(imitation.settle().alone).toEqual([]);

    imitation.ran({ emoji: '⏰', label: 'list' });
    imitation.settle();
    imitation.wrote({ emoji: '⏰', label: 'list' });
    expect(imitation.settle().alone).toEqual([]);
  });
});

function imitated(events: readonly Progress[]): string[] {
  return events
    .filter(({ provenance }) => provenance === 'imitated')
    .map(({ emoji, label, status }) => `${emoji} ${label} ${status}`);
}

const HERMES = new URL('../../recordings/hermes/', import.meta.url);
const OPEN_WEBUI = new URL('../../recordings/open-webui/', import.meta.url);

describe('recordings', () => {
  const names = readdirSync(HERMES).filter((name) => name.endsWith('.txt'));

  test.each(names)(
    '%s: no tool of a real Hermes counts as faked, at any cut and in any pieces',
    (name) => {
      const { body, contentType, sessionId } = readResponse(readFileSync(new URL(name, HERMES)));
      const options = { contentType, sessionId };
      for (const size of [0, 1, 2, 3, 5, 7, 11, 13, 16, 32, 64]) {
        expect(imitated(normalizeCut(body, endsEvery(body.length, size), options).events)).toEqual(
          [],
        );
      }
      for (let at = 1; at < body.length; at += 3)
        expect(imitated(normalizeCut(body, [at], options).events)).toEqual([]);
      // Broken off anywhere, and without the headers that reveal Hermes.
      for (let length = 1; length < body.length; length += 7) {
        expect(
          imitated(
            normalizeCut(body.slice(0, length), [], { contentType: 'text/event-stream' }).events,
          ),
        ).toEqual([]);
      }
    },
  );

  function sockets(name: string): string[][] {
    const found: string[][] = [];
    for (const line of readFileSync(new URL(name, OPEN_WEBUI), 'utf8').trim().split('\n')) {
      const { kind, data } = JSON.parse(line) as { kind: string; data: string };
      if (kind === 'ws-open') found.push([]);
      if (kind === 'ws-in') found.at(-1)?.push(data);
    }
    return found;
  }

  const recorded = readdirSync(OPEN_WEBUI).filter((name) => name.endsWith('.jsonl'));
  const genuine = recorded.filter((name) => !name.includes('imitated'));

  test.each(genuine)(
    '%s: no genuine marker counts as faked, wherever the connection is lost or begins',
    (name) => {
      for (const frames of sockets(name)) {
        for (const cut of someOf([...frames.keys(), frames.length], 20)) {
          expect(
            imitated([
              ...watch(frames.slice(0, cut)).progress,
              ...watch(frames.slice(cut)).progress,
            ]),
          ).toEqual([]);
        }
      }
    },
  );

  test.each(['0.6.43-imitated.jsonl', '0.12.4-imitated.jsonl'])(
    "%s: the marker is the model's own, reported once",
    (name) => {
      const all = sockets(name).map((frames) => watch(frames));
      expect(all.flatMap(({ progress }) => imitated(progress))).toEqual(['⏰ list ended']);
      expect(all.flatMap(({ progress }) => progress)).toHaveLength(1);
    },
  );

  test.each(['0.6.43-imitated.jsonl', '0.12.4-imitated.jsonl'])(
    '%s: a connection that begins anywhere reports it or not, but never anything else',
    (name) => {
      for (const frames of sockets(name)) {
        for (let from = 0; from < frames.length; from++) {
          expect([[], ['⏰ list ended']]).toContainEqual(
            imitated(watch(frames.slice(from)).progress),
          );
        }
      }
    },
  );
});

/** A genuine Hermes 0.8 reply, delta by delta. */
const GENUINE = [
  'Let ',
  'me. ',
  '\n`⏰ list`\n',
  '\n`💻 echo "today `date +%Y`"`\n',
  '\n\nAll ',
  'done.',
];
const HERMES_ID = 'chatcmpl-' + 'a1'.repeat(14) + 'f';

function running(emoji: string, label: string, id: string): string {
  const data = JSON.stringify({ tool: 't', emoji, label, toolCallId: id, status: 'running' });
  return `event: hermes.tool.progress\ndata: ${data}\n\nevent: hermes.tool.progress\ndata: {"tool":"t","toolCallId":"${id}","status":"completed"}\n\n`;
}

function deltas(...texts: readonly string[]): string {
  return texts.map((text) => `data: ${chunkJson(text, { id: HERMES_ID })}\n\n`).join('');
}

const END = `data: ${chunkJson(undefined, { finish: 'stop' })}\n\ndata: [DONE]\n\n`;

function reported(body: string): string[] {
  return imitated(normalizeCut(bytesOf(body), []).events);
}

describe('chat streams', () => {
  test.each([
    [
      "the model's tokens",
      deltas('`', '⏰', ' list', '`\n\n', 'You have none.') + END,
      ['⏰ list ended'],
    ],
    [
      'the same behind a sentence, token by token',
      deltas('Let', ' me', ' check', '.', '\n', '`', '⏰', ' list', '`\n\n', 'You have none.') +
        END,
      ['⏰ list ended'],
    ],
    [
      'the same with marks behind the sentence',
      deltas(
        '**Let',
        ' me',
        ' check',
        '!',
        '**',
        ' ',
        '🔍',
        '\n',
        '`⏰',
        ' list',
        '`\n\n',
        'None.',
      ) + END,
      ['⏰ list ended'],
    ],
    [
      'the same behind half a sentence, which is prose',
      deltas('It', ' says', '.', ' So', ' you', ' see', '\n', '`⏰', ' list', '`\n\n', 'There.') +
        END,
      [],
    ],
    [
      'as in the first report',
      deltas('`', '⏰', ' update', '`\n\n`⏰', ' list`\n\nIch', ' habe den') + END,
      ['⏰ update ended', '⏰ list ended'],
    ],
    [
      'nothing but markers',
      deltas('`⏰', ' update`\n\n`', '⏰ list`') + END,
      ['⏰ update ended', '⏰ list ended'],
    ],
    [
      'a server whose events report another tool',
      running('📖', 'a', 'c1') + deltas('\n\n`⏰ list`\n\nNone.') + END,
      ['⏰ list ended'],
    ],
    [
      'a stream of 0.8 with genuine markers beside',
      deltas(...GENUINE, '\n`🧠', ' +memory: "tea"`\n\nSo') + END,
      ['🧠 +memory: "tea" ended'],
    ],
    ['a reply that the reader stopped', deltas('`⏰', ' list`\n\nYou have'), ['⏰ list ended']],
    [
      'a server that does both, glued by a proxy',
      deltas(GENUINE[2] ?? '') +
        running('📖', 'a', 'c1') +
        deltas('Then\n`🔍 x`\n', '\n\nSo') +
        END,
      [],
    ],
    ['genuine markers alone', deltas(...GENUINE) + END, []],
    ['a marker whose line feed arrives late', deltas('Sure.\n`⏰ list`', '\n\nDone') + END, []],
    [
      'the tool was called behind the marker',
      deltas('`💻', ' ls`\n\nI look.') + running('💻', 'ls', 'c1') + deltas('\n\nTwo.') + END,
      [],
    ],
    [
      'the tool was called before the marker',
      running('💻', 'ls', 'c1') + deltas('\n\n`💻', ' ls`\n\nTwo.') + END,
      [],
    ],
    [
      'a genuine marker represents the same tool',
      deltas('`💻', ' ls`\n\nI look.', '\n`💻 ls`\n', '\n\nTwo.') + END,
      [],
    ],
    [
      "the client's own tool",
      deltas('`💻', ' ls`\n\nI') +
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: 'x' }] } }] })}\n\n` +
        END,
      [],
    ],
    [
      'an empty list of calls says nothing',
      deltas('`⏰', ' list`\n\nI') +
        'data: {"choices":[{"index":0,"delta":{"tool_calls":[],"content":"."}}]}\n\n' +
        END,
      ['⏰ list ended'],
    ],
    [
      'in a code block',
      deltas('Old logs:\n```\n', '`⏰', ' list`\n', '\n```\n', 'Done.') + END,
      [],
    ],
    [
      'in a sentence',
      deltas(
        'Hermes wrote `⏰',
        ' list` there.\n\n',
        '`⏰ list`',
        ' was one.\n\n- `⏰',
        ' list`\n\n> `⏰',
        ' list`\n\nx',
      ) + END,
      [],
    ],
  ])('%s', (_what, body, expected) => {
    expect(reported(body)).toEqual(expected);
  });

  test('calls of a text are reported together, at the end of the reply', () => {
    const events: string[] = [];
    normalizeCut(
      bytesOf(deltas('`⏰', ' list`\n\nNone. ') + running('📖', 'a', 'c1') + deltas('More.') + END),
      [],
      {
        report: on({
          progress: ({ progress: { label, status, provenance } }) =>
            events.push(`${label} ${status} ${provenance}`),
          end: () => events.push('end'),
        }),
      },
    );
    expect(events).toEqual(['a running server', 'a unknown server', 'list ended imitated', 'end']);
  });

  test('a JSON response with calls for the client claims nothing; without, it is judged on Hermes', () => {
    const answer = (calls: object): string =>
      JSON.stringify({
        model: 'hermes-agent',
        choices: [
          { index: 0, message: { role: 'assistant', content: '`⏰ list`\n\nTwo.', ...calls } },
        ],
      });
    const ask = (body: string): string[] =>
      imitated(normalizeCut(bytesOf(body), [], { contentType: 'application/json' }).events);
    expect(ask(answer({}))).toEqual(['⏰ list ended']);
    expect(ask(answer({ tool_calls: null }))).toEqual(['⏰ list ended']);
    expect(ask(answer({ tool_calls: [{ id: 'x' }] }))).toEqual([]);
  });

  test('a line that may be a file or a command of the text is faked only in a chat with markers of its tool, else it may be', () => {
    const chunk = (content: string): string =>
      `data: ${JSON.stringify({ model: 'hermes-agent', choices: [{ index: 0, delta: { content } }] })}\n\n`;
    const statusOf = (label: string, tools: readonly string[]) =>
      normalizeCut(
        bytesOf(['Read it first.\n`', `${label}\``, '\n\nIt is short.'].map(chunk).join('') + END),
        [],
        {
          knowsTool: (emoji) => tools.includes(emoji),
        },
      ).events.map(({ label, status, provenance }) => `${label} ${status} ${provenance}`);

    expect(statusOf('📖 README.md', [])).toEqual(['README.md undecided unknown']);
    expect(statusOf('📖 README.md', ['💻'])).toEqual(['README.md undecided unknown']);
    expect(statusOf('📖 README.md', ['📖'])).toEqual(['README.md ended imitated']);
    expect(statusOf('⏰ list', [])).toEqual(['list ended imitated']);
  });

  test('a Responses stream with calls for the client claims nothing; on Hermes a call accounts for one marker', () => {
    const stream = (model: string, texts: readonly string[]): string =>
      [
        { type: 'response.created', response: { model } },
        ...texts.map((delta) => ({
          type: 'response.output_text.delta',
          item_id: 'm',
          content_index: 0,
          delta,
        })),
        {
          type: 'response.output_item.added',
          item: { type: 'function_call', name: 'terminal', call_id: 'c' },
        },
        { type: 'response.completed', response: { output: [] } },
      ]
        .map((data) => `data: ${JSON.stringify(data)}\n\n`)
        .join('');
    expect(reported(stream('m', ['`💻', ' a`\n\n`⏰', ' update`\n\nX']))).toEqual([]);
    expect(reported(stream('hermes-agent', ['`💻', ' a`\n\nX']))).toEqual([]);
    expect(reported(stream('hermes-agent', ['`💻', ' a`\n\n`⏰', ' update`\n\nX']))).toEqual([
      '⏰ update ended',
    ]);
  });

  test('an EventSource that lost its connection has not seen all tools yet', () => {
    const events: Progress[] = [];
    const source = createEventNormalizer(() => ({
      report: on({ progress: ({ progress }) => events.push(progress) }),
    }));
    for (const text of ['`💻', ' ls`\n\nI look.']) source.receive(null, chunkJson(text));
    source.end();
    source.receive(
      'hermes.tool.progress',
      '{"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c","status":"running"}',
    );
    source.receive(null, '[DONE]');
    expect(imitated(events)).toEqual([]);
    expect(events.map(({ label, status }) => `${label} ${status}`)).toEqual([
      'ls running',
      'ls ended',
    ]);
  });

  const imitating = '`⏰ list`\n\nYou have none.';
  test("cut anywhere, a model's marker is its own exactly if the line itself is cut", () => {
    for (const pieces of everySplit(imitating)) {
      const cutInside =
        pieces.length > 2 || (pieces.length === 2 && pieces[0]!.length < '`⏰ list`'.length);
      expect([pieces, reported(chatBody(pieces))]).toEqual([
        pieces,
        cutInside ? ['⏰ list ended'] : [],
      ]);
    }
  });

  test.each([
    'Code:\n```\n`⏰ list`\n\n`💻 ls`\n\n```\nend',
    '~~~\n`⏰ list`\n\n~~~\n\nx',
    'Hermes wrote `⏰ list` there.\n\n`💻 foo` differs from `bar`\n\nx',
    '- `⏰ list`\n\n> `⏰ list`\n\n1. `⏰ list`\n\n| `⏰ list` |\n\n    `⏰ list`\n\nx',
    '`⏰ list`\nand so on\n\n## `⏰ list`\n\nx',
  ])('a quoted marker is left alone, cut anywhere, on a stream with events: %j', (text) => {
    for (const pieces of everySplit(text)) {
      const { events, markers } = normalizeCut(
        bytesOf(running('📖', 'a', 'c1') + chatBody(pieces)),
        [],
      );
      expect([imitated(events), markers]).toEqual([[], 0]);
    }
  });
});

describe.each(GENERATIONS)('sockets: $name', ({ packets }) => {
  /** Open WebUI 0.8 and later end with an event about the chat; the others with `done`. */
  const over = packetOf('chat:active', { active: false });
  const run = (pieces: readonly string[], before: readonly string[] = []): string[] =>
    imitated(watch([...before, ...packets(pieces), over]).progress);

  test("the model's tokens are its own", () => {
    expect(run(['Sure.', '\n', '`', '⏰', ' li', 'st', '`', '\n', '\n', 'Done.'])).toEqual([
      '⏰ list ended',
    ]);
    expect(run([...'`⏰ update`\n\n`⏰ list`\n\nIch habe'])).toEqual([
      '⏰ update ended',
      '⏰ list ended',
    ]);
  });

  test('genuine markers never are, whatever deltas the server merges', () => {
    for (let mask = 0; mask < 2 ** (GENUINE.length - 1); mask++) {
      const merged = [GENUINE[0] ?? ''];
      GENUINE.slice(1).forEach((delta, i) => {
        if (mask & (1 << i)) merged[merged.length - 1] += delta;
        else merged.push(delta);
      });
      expect([merged, run(merged)]).toEqual([merged, []]);
    }
    // Trimmed, the line feed after it comes with the next text.
    expect(run(['Sure.', '\n`💻 ls `\n', '\n\nDone.'])).toEqual([]);
  });

  test('a server whose events the companion relays reveals the rest', () => {
    const event = packetOf('hermes.tool.progress', {
      tool: 't',
      emoji: '📖',
      label: 'a',
      toolCallId: 'c',
      status: 'running',
    });
    expect(run(['Sure.\n`⏰ list`\n\nDone.'], [event])).toEqual(['⏰ list ended']);
    expect(run(['Sure.\n`📖', ' a`\n\nDone.'], [event])).toEqual([]);
  });

  test('a quoted marker is left alone, in any two pieces and letter by letter', () => {
    for (const text of [
      'Code:\n```\n`⏰ list`\n\n```\nend',
      'It wrote `⏰ list`.\n\n`💻 foo` differs from `bar`\n\nx',
      '- `⏰ list`\n\n> `⏰ list`\n\nx',
    ]) {
      for (const pieces of everySplit(text)) expect(run(pieces)).toEqual([]);
    }
  });
});

describe('tools of Open WebUI itself', () => {
  const call = {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'c',
    name: 'search_web',
    arguments: '{}',
    status: 'completed',
  };
  const block =
    '<details type="tool_calls" done="true" id="c" name="search_web" arguments="{}">\n<summary>Tool Executed</summary>\n</details>\n';
  const marker = ['`🔍', ' Oslo`\n\nRain.'];

  test.each<[string, (text: string, done: boolean) => string]>([
    [
      'blocks (0.6)',
      (text, done) => completion({ content: block + text, ...(done ? { done } : {}) }),
    ],
    [
      'items (0.11)',
      (text, done) =>
        completion({
          output: [call, messageItem(text, done ? 'completed' : 'in_progress')],
          ...(done ? { done } : {}),
        }),
    ],
  ])('%s: nothing is claimed', (_what, packet) => {
    const [first, second] = marker as [string, string];
    const { progress, removed } = watch([
      packet(first, false),
      packet(first + second, false),
      packet(first + second, true),
    ]);

    expect([imitated(progress), removed]).toEqual([[], 1]);
  });
});
