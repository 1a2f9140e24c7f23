import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import { fixtureOf } from '../../src/inspector/fixture.ts';
import type { InspectedFrame, Way } from '../../src/inspector/inspected.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { MARKERS, type SeenFrame } from '../../src/normalizer/reply/frame-trace.ts';
import { bytesOf, textOf } from '../normalizer/splits.ts';
import { frame, recorded } from './streams.ts';
import { readSocketFrames } from '../support/socket-recording.ts';

const PERSON = 'data: {"item":{"role":"user","content":"My words"},"by":"ada@example.org"}\n\n';

test('a response becomes input for the normalize command, unchanged but without secrets', () => {
  const stream = recorded({
    frames: [frame(PERSON, '', ['tool-events']), frame('data: [DONE]\n\n')],
  });
  const read = readResponse(bytesOf(fixtureOf(stream, false)));

  expect(read.contentType).toBe('text/event-stream');
  expect(textOf(read.body)).toBe(
    'data: {"item":{"role":"user","content":"My words"},"by":"xxx@xxxxxxx.xxx"}\n\ndata: [DONE]\n\n',
  );
});

test('what a person wrote is masked on request', () => {
  const masked = '{"item":{"role":"user","content":"xx xxxxx"},"by":"xxx@xxxxxxx.xxx"}';

  expect(fixtureOf(recorded({ frames: [frame(PERSON)] }), true)).toContain(`data: ${masked}\n\n`);
  expect(
    fixtureOf(
      recorded({
        way: 'request',
        type: 'application/json',
        frames: [frame(PERSON.slice(6).trim())],
      }),
      true,
    ),
  ).toBe(masked);
  expect(
    fixtureOf(
      recorded({
        way: 'socket',
        type: '',
        frames: [frame('42["events",{"role":"user","content":"Hi"}]')],
      }),
      true,
    ),
  ).toBe(`${JSON.stringify('42["events",{"role":"user","content":"xx"}]')}\n`);
});

const ASKED = '{"role":"user","content":"My words"}';
const HIDDEN = '{"role":"user","content":"xx xxxxx"}';

test.each([
  [
    'two frames reported as one',
    'text/event-stream',
    [`data: ${ASKED}\n\ndata: ${ASKED}\n\n`],
    `data: ${HIDDEN}\n\ndata: ${HIDDEN}\n\n`,
  ],
  [
    'events without a type',
    '',
    [`: hi\nevent: message.start\r\ndata:${ASKED}\r\n\r\ndata: [DONE]\n\n`],
    `: xx\nevent: message.start\r\ndata:${HIDDEN}\r\n\r\ndata: [DONE]\n\n`,
  ],
  ['events as plain text', 'text/plain', [`data: ${ASKED}`], `data: ${HIDDEN}`],
  [
    'a frame in pieces',
    'text/event-stream',
    [`data: ${ASKED.slice(0, 30)}`, `${ASKED.slice(30)}\n\n`],
    `data: ${HIDDEN}\n\n`,
  ],
  [
    'lines of JSON',
    'application/x-ndjson',
    [`${ASKED}\n`, '{"response":"Hi"}\n'],
    `${HIDDEN}\n{"response":"Hi"}\n`,
  ],
  ['a data stream', 'text/plain', ['0:"Hi"\n', `2:[${ASKED}]\n`], `0:"Hi"\n2:[${HIDDEN}]\n`],
  [
    'bare strings',
    'text/event-stream',
    ['event: text\ndata: "Hi"\n\n'],
    'event: text\ndata: "Hi"\n\n',
  ],
  [
    'an answer in one',
    'application/json',
    ['{\n  "messages": [', `${ASKED}]\n}`],
    `{\n  "messages": [${HIDDEN}]\n}`,
  ],
  ['events that are no JSON', 'text/event-stream', ['data: My words\n\n'], 'data: xx xxxxx\n\n'],
  ['text', 'text/plain', ['My words\n"and" more\n7'], 'xx xxxxx\n"xxx" xxxx\nx'],
])('a person is hidden in %s', (_name, type, befores, body) => {
  const fixture = fixtureOf(
    recorded({ type, frames: befores.map((before) => frame(before)) }),
    true,
  );

  expect(fixture.slice(fixture.indexOf('\n\n') + 2)).toBe(body);
});

test('an incomplete frame is hidden, and so is what may not directly follow it', () => {
  const cut = { ...frame(`data: ${ASKED}`), cut: 1 };
  const behind = { ...frame(`{"messages":[${ASKED}]}`), from: 4 };

  expect(
    fixtureOf(recorded({ frames: [frame('data: {"a":'), cut, frame('"b"}\n\n')] }), true),
  ).toContain('data: {"x":xxxx: {"xxxx":"xxxx","xxxxxxx":"xx xxxxx"}"x"}');
  expect(
    fixtureOf(recorded({ frames: [frame('data: {"a":'), frame('"b"}\n\n')], dropped: 1 }), true),
  ).toContain('data: {"x":"x"}');
  for (const way of ['socket', 'request'] as const)
    expect(fixtureOf(recorded({ way, type: '', frames: [behind] }), true)).not.toMatch(/[a-wyz]/i);
});

test.each([
  [`2\u001e42["chat",${ASKED}]\u001e3probe`, `2\u001e42["chat",${HIDDEN}]\u001e3probe`],
  [
    `0{"sid":"a"}\u001e40{"sid":"a"}\u001e40\u001e41/room,`,
    `0{"sid":"a"}\u001e40{"sid":"a"}\u001e40\u001e41/room,`,
  ],
  [`451-/room,12["chat",${ASKED}]`, `451-/room,12["chat",${HIDDEN}]`],
  [`4${ASKED}`, `4${HIDDEN}`],
  ['4My words', 'xxx xxxxx'],
  [`42["chat",${ASKED}`, `42["xxxx",{"xxxx":"xxxx","xxxxxxx":"xx xxxxx"}`],
])('a person is hidden in the payload %j', (payload, masked) => {
  expect(fixtureOf(recorded({ way: 'socket', type: '', frames: [frame(payload)] }), true)).toBe(
    `${JSON.stringify(masked)}\n`,
  );
});

test('packets of a socket become lines for the normalize command', () => {
  const packets = ['42["events",{"a":"b\\nc"}]', '2'];

  expect(
    readSocketFrames(
      fixtureOf(
        recorded({ way: 'socket', type: '', frames: packets.map((each) => frame(each)) }),
        false,
      ),
    ),
  ).toEqual(packets);
});

test('a recorded stream that was inspected gives the fixture that it came from', () => {
  const { body, contentType, sessionId } = readResponse(
    readFileSync(new URL('../recordings/hermes/v0.8-chat-scenario-1.txt', import.meta.url)),
  );
  const frames: SeenFrame[] = [];
  const tap = {
    isOpen: () => true,
    found: () => [],
    frame: (seen: SeenFrame) => void frames.push(seen),
  };
  const normalizer = createBodyNormalizer({ contentType, sessionId, isReply: true, tap });
  normalizer?.push(new Uint8Array(body));
  normalizer?.end();

  const fixture = fixtureOf(
    recorded({
      type: contentType ?? '',
      frames: frames.map(({ before, after, why }) => frame(before, after, why)),
    }),
    false,
  );

  expect(frames.some(({ why }) => why.includes(MARKERS))).toBe(true);
  expect(textOf(readResponse(bytesOf(fixture)).body)).toBe(textOf(body));
});

/** Frames as they arrive, and how. */
interface Recorded {
  readonly name: string;
  readonly way: Way;
  readonly type: string;
  readonly texts: readonly string[];
}

function readRecordings(): readonly Recorded[] {
  const root = new URL('../recordings/', import.meta.url);
  // What we store is no traffic; reports are rebuilt, and hold what people wrote.
  return globSync('**/*.{txt,json,jsonl}', {
    cwd: root,
    exclude: ['storage/**', 'reports/**', 'reports-4/**', 'written-calls/**'],
  })
    .toSorted()
    .flatMap((name): Recorded[] => {
      const bytes = readFileSync(new URL(name, root));
      if (name.endsWith('.txt')) {
        const { contentType, body } = readResponse(bytes);
        return [
          {
            name,
            way: 'response',
            type: contentType ?? '',
            texts: textOf(body).split(/(?<=\n\n)/),
          },
        ];
      }
      const text = bytes.toString('utf8');
      if (name.endsWith('.json'))
        return [{ name, way: 'response', type: 'application/json', texts: [text] }];
      const entries = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Readonly<Record<string, string>>);
      const bodies = (kind: string) =>
        entries
          .filter(
            (entry) =>
              entry.kind === kind && WROTE.some((wrote) => entry.body?.includes(`"${wrote}"`)),
          )
          .map(({ body = '' }) => body);
      return [
        { name, way: 'socket', type: '', texts: readSocketFrames(text) },
        { name, way: 'request', type: 'application/json', texts: bodies('request') },
        ...bodies('response').map((body) => ({
          name,
          way: 'response' as const,
          type: 'application/json',
          texts: [body],
        })),
      ];
    });
}

/** What people wrote while the recordings were made. */
const WROTE = [
  'hello',
  'hi there',
  'second turn',
  'SCEN2 companion',
  'SCEN2 comp',
  'SCEN2 direct',
  'SCEN2 hermes',
  'SCEN2 go',
  'IMITATE',
  'bgproc it',
  'delegate this',
  'delegbad once',
  'extract it',
  'searchmiss it',
  'question 0',
  'question 1',
  '`⏰ mine`',
];
/** Its replacement: a letter that occurs nowhere else, so that none can go unnoticed. */
const LETTER = 'Ʒ';
const SAID: readonly string[] = [
  `${LETTER}${LETTER} ${LETTER}`,
  String.raw`\u01b7\u01B7 \n \u01b7`,
];

/** The recording as if they had written something else, repeated in a separate frame. */
function planted({ way, type, texts }: Recorded, said: string): readonly string[] {
  const message = `{"message":{"role":"user","content":"${said}"}}`;
  const added = {
    socket: `42["chat",${message}]`,
    response: type.includes('event-stream') ? `data: ${message}\n\n` : `${message}\n`,
    events: '',
    request: message,
  };
  const replaced = texts.map((text) =>
    WROTE.reduce((so, wrote) => so.replaceAll(`"${wrote}"`, `"${said}"`), text),
  );
  return replaced.toSpliced(replaced.length >> 1, 0, added[way]);
}

const FATE = fc.record({
  joins: fc.boolean(),
  from: fc.constantFrom(0, 0, 1, 20, 300),
  most: fc.constantFrom(1e9, 1e9, 200, 30),
});

interface Fate {
  /** It is reported with the one before it. */
  readonly joins: boolean;
  readonly from: number;
  readonly most: number;
}

function tell(
  texts: readonly string[],
  fates: readonly Fate[],
  between: string,
): readonly InspectedFrame[] {
  const frames: InspectedFrame[] = [];
  texts.forEach((text, i) => {
    const { joins, from, most } = fates[i % fates.length] ?? { joins: false, from: 0, most: 1e9 };
    const last = frames.at(-1);
    if (joins && last) frames[frames.length - 1] = frame(last.before + between + text);
    else
      frames.push({
        ...frame(text.slice(from, from + most)),
        from,
        cut: Math.max(0, text.length - from - most),
      });
  });
  return frames;
}

test.each(readRecordings())(
  '$name, $way: however it is cut, no letter that a person wrote is in a masked fixture',
  (recording) => {
    const { way, type } = recording;
    fc.assert(
      fc.property(
        fc.constantFrom(...SAID),
        fc.array(FATE, { minLength: 1, maxLength: 7 }),
        fc.boolean(),
        fc.constantFrom(0, 3),
        (said, fates, typed, dropped) => {
          const frames = tell(planted(recording, said), fates, way === 'socket' ? '\u001e' : '');

          const fixture = fixtureOf(
            recorded({ way, type: typed ? type : '', frames, dropped }),
            true,
          );

          expect(/.{0,80}(?:Ʒ|\\u01b7).{0,80}/i.exec(fixture)?.[0]).toBeUndefined();
        },
      ),
      { numRuns: 8 },
    );
  },
);

/**
 * Of objects over many lines, in a row or in one event, and of data that is no object, nobody knows
 * what is a person's: all of it is masked. So is an "input", which is a person's in requests, and a
 * model's in a custom tool of Responses.
 */
const MASKED_WHOLE = /^\{\n|^data: null$|^data:.*\ndata:|"response\.custom_tool_call_input/m;

test.each(
  readRecordings().filter(
    ({ way, texts }) =>
      way === 'response' &&
      !WROTE.some((wrote) => texts.join('').includes(`"${wrote}"`)) &&
      !texts.some((text) => MASKED_WHOLE.test(text)),
  ),
)(
  '$name: where no person wrote anything, nothing but comments and titles is masked',
  ({ way, type, texts }) => {
    const stream = recorded({ way, type, frames: texts.map((text) => frame(text)) });

    const expected = fixtureOf(stream, false).replace(
      /(?<=^: ).*|(?<="title": ?")[^"]*/gm,
      (text) => text.replaceAll(/\w/g, 'x'),
    );
    expect(fixtureOf(stream, true)).toBe(expected);
  },
);
