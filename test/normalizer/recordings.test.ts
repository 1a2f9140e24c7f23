import { readdirSync, readFileSync } from 'node:fs';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { readResponse, type RecordedResponse } from '../../src/tools/cli/http-response.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { REMOVED_EVENTS } from '../support/removed-events.ts';
import {
  cutsOf,
  endsEvery,
  joinedText,
  normalizeCut,
  sameBytes,
  textOf,
  type Normalized,
} from './splits.ts';
import { FULL } from '../support/speed.ts';

const FOLDER = new URL('../recordings/hermes/', import.meta.url);
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

function recording(name: string): RecordedResponse {
  return readResponse(readFileSync(new URL(name, FOLDER)));
}

function normalize(
  { body, contentType, sessionId }: RecordedResponse,
  ends: readonly number[],
): Normalized {
  return normalizeCut(body, ends, { contentType, sessionId });
}

test('there are recordings of every generation', () => {
  for (const part of [
    'v0.8-chat',
    'v0.9-chat',
    'v0.19-chat',
    'v0.19-responses',
    'v0.19-runs',
    'v0.19-session',
  ]) {
    expect(NAMES.some((name) => name.startsWith(part))).toBe(true);
  }
});

/** Bytes of a chunk. */
const SIZES = FULL ? Array.from({ length: 64 }, (_, i) => i + 1) : [1, 2, 3, 7, 16, 64];

test.each(NAMES)(
  '%s: every chunk size from 1 to 64 gives the bytes and events of the whole',
  (name) => {
    const recorded = recording(name);
    const whole = normalize(recorded, []);

    for (const size of SIZES) {
      const cut = normalize(recorded, endsEvery(recorded.body.length, size));
      expect([size, sameBytes(cut.bytes, whole.bytes), cut.markers]).toEqual([
        size,
        true,
        whole.markers,
      ]);
      expect(cut.events).toEqual(whole.events);
    }
  },
);

test.each(NAMES)(
  '%s: cut in two at any byte it gives the bytes and events of the whole',
  (name) => {
    const recorded = recording(name);
    const whole = normalize(recorded, []);
    const events = JSON.stringify(whole.events);

    const wrong: number[] = [];
    for (const at of cutsOf(recorded.body)) {
      const cut = normalize(recorded, [at]);
      if (!sameBytes(cut.bytes, whole.bytes) || JSON.stringify(cut.events) !== events)
        wrong.push(at);
    }
    expect(wrong).toEqual([]);
  },
);

test.each(NAMES)('%s: the output ends with a whole frame at any time', (name) => {
  const { body, contentType, sessionId } = recording(name);
  const normalizer = createBodyNormalizer({ contentType, sessionId, isReply: true });

  let out = '';
  for (let at = 0; at < body.length; at++) {
    out += textOf(normalizer?.push(body.slice(at, at + 1)) ?? new Uint8Array(0));
    if (out !== '' && !out.endsWith('\n\n'))
      throw new Error(`after byte ${at}: …${out.slice(-80)}`);
  }
  out += textOf(normalizer?.end() ?? new Uint8Array(0));
  expect(out.endsWith('\n\n')).toBe(true);
});

/**
 * Text and tool calls of every recording in which something happens; facts of
 * test/recordings/hermes.
 */
const EXPECTED: readonly (readonly [
  name: string,
  text: string,
  events: readonly string[],
  markers: number,
])[] = [
  [
    'v0.8-chat-scenario-1',
    'Let me check. \n\nAll done: it printed the year. ',
    ['marker null 💻 running server', 'marker null 💻 ended server'],
    1,
  ],
  [
    'v0.9-chat-scenario-1',
    'Let me check. \n\nAll done: it printed the year. ',
    ['event terminal 💻 running server', 'event terminal 💻 ended server'],
    0,
  ],
  [
    'v0.19-chat-scenario-1',
    'Let me check. \n\nAll done: it printed the year. ',
    ['event terminal 💻 running server', 'event terminal 💻 unknown server'],
    0,
  ],
  [
    'v0.8-chat-scenario-2',
    '\n\nNow a failing one. \n\nFinished `three` calls. ',
    [
      'marker null 💻 running server',
      'marker null 💻 ended server',
      'marker null 📖 running server',
      'marker null 📖 ended server',
      'marker null 💻 running server',
      'marker null 💻 ended server',
    ],
    3,
  ],
  [
    'v0.9-chat-scenario-2',
    '\n\nNow a failing one. \n\nFinished `three` calls. ',
    [
      'event terminal 💻 running server',
      'event terminal 💻 ended server',
      'event read_file 📖 running server',
      'event read_file 📖 ended server',
      'event terminal 💻 running server',
      'event terminal 💻 ended server',
    ],
    0,
  ],
  [
    'v0.19-chat-scenario-2',
    '\n\nNow a failing one. \n\nFinished `three` calls. ',
    [
      'event terminal 💻 running server',
      'event terminal 💻 unknown server',
      'event read_file 📖 running server',
      'event read_file 📖 unknown server',
      'event terminal 💻 running server',
      'event terminal 💻 unknown server',
    ],
    0,
  ],
];

test.each(EXPECTED)(
  '%s: text and tool calls are as recorded, no marker is left',
  (name, text, events, markers) => {
    const normalized = normalize(recording(`${name}.txt`), []);
    const body = textOf(normalized.bytes);

    expect(joinedText(body)).toBe(text);
    expect(body).not.toContain('hermes.tool.progress');
    expect(normalized.markers).toBe(markers);
    expect(
      normalized.events.map(
        ({ source, tool, emoji, status, provenance }) =>
          `${source} ${tool} ${emoji} ${status} ${provenance}`,
      ),
    ).toEqual(events);
  },
);

test.each([0, 1, 2, 4])(
  'scenario %i: the cleaned text of 0.8 is that of 0.9, byte for byte',
  (scenario) => {
    const old = recording(`v0.8-chat-scenario-${scenario}.txt`);
    const next = recording(`v0.9-chat-scenario-${scenario}.txt`);
    const expected = joinedText(textOf(normalize(next, []).bytes));
    expect(expected).toBe(joinedText(textOf(next.body)));

    for (const size of [0, ...SIZES]) {
      expect(joinedText(textOf(normalize(old, endsEvery(old.body.length, size)).bytes))).toBe(
        expected,
      );
    }
  },
);

/**
 * Recordings without inline markers and without removed events: a page that reads them loses
 * nothing.
 */
const CLEAN = NAMES.filter(
  (name) => !/^v0\.(?:(?:8|9|19)-chat-scenario-[1256]|22-(?:danger|tool|status))\.txt$/.test(name),
);

test.each(CLEAN)('%s is clean and passes byte-identical', (name) => {
  const recorded = recording(name);
  for (const size of [0, 1, 7, 64]) {
    expect(
      sameBytes(normalize(recorded, endsEvery(recorded.body.length, size)).bytes, recorded.body),
    ).toBe(true);
  }
});

test('runs report what failed, the response its result, the session neither', () => {
  const runs = normalize(recording('v0.19-runs-scenario-2.txt'), []).events;
  const session = normalize(recording('v0.19-session-scenario-2.txt'), []).events;
  const responses = normalize(recording('v0.19-responses-scenario-1.txt'), []).events;

  expect(runs.map(({ label, status }) => `${label} ${status}`)).toEqual([
    'sleep 1 + 1 command running',
    'sleep 1 + 1 command unknown',
    'sample.txt running',
    'sample.txt unknown',
    'exit 3 running',
    'exit 3 failed',
  ]);
  expect(session.map(({ status }) => status)).toEqual([
    'running',
    'unknown',
    'running',
    'unknown',
    'running',
    'unknown',
  ]);
  expect(responses.map(({ callId, tool, status }) => `${callId} ${tool} ${status}`)).toEqual([
    'call_aaa1 terminal running',
    'call_aaa1 terminal ran',
  ]);
});

test('a command that a person must allow waits; how it ended, only the response says', () => {
  const statuses = (name: string) =>
    normalize(recording(name), []).events.map(({ status }) => status);

  expect(statuses('v0.22-danger.txt')).toEqual(['running', 'waiting', 'unknown']);
  expect(statuses('v0.22-status.txt')).toEqual([]);
  expect(statuses('v0.22-resp-danger.txt')).toEqual(['running', 'blocked']);
  expect(statuses('v0.22-runs-tool.txt')).toEqual(['running', 'ran']);
});

test('an agent that reports no tools asks all the same', () => {
  const danger = recording('v0.22-danger.txt');
  const text = textOf(danger.body).replace(/event: hermes\.tool\.progress\n.*\n\n/g, '');
  const { events } = normalize({ ...danger, body: new TextEncoder().encode(text) }, []);
  expect(
    events.map(({ status, label, question }) => [status, label, question?.answeredBy]),
  ).toEqual([
    ['waiting', 'rm -rf /srv/demo/old', 'you'],
    ['ended', 'rm -rf /srv/demo/old', undefined],
  ]);
});

test.each(NAMES)(
  '%s: eventsource-parser reads the same events before and after, apart from the removed ones',
  (name) => {
    function eventsOf(body: Uint8Array): EventSourceMessage[] {
      const events: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (event) => void events.push(event) });
      parser.feed(textOf(body));
      return events;
    }
    const recorded = recording(name);
    const stay = eventsOf(recorded.body).filter(
      ({ event, data }) =>
        !REMOVED_EVENTS.includes(event ?? '') &&
        !data.includes('"delta": {"content": "\\n`\\ud83d'),
    );

    expect(eventsOf(normalize(recorded, []).bytes)).toEqual(stay);
  },
);

test('a recording cut anywhere ends every call and releases all its text', () => {
  const recorded = recording('v0.19-chat-scenario-2.txt');
  for (let length = 0; length < recorded.body.length; length += FULL ? 13 : 131) {
    const { events } = normalize({ ...recorded, body: recorded.body.slice(0, length) }, []);
    const open = new Set<number>();
    for (const { call, status } of events) {
      if (status === 'running') open.add(call);
      else open.delete(call);
    }
    expect([...open]).toEqual([]);
  }
});
