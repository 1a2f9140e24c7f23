import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOpenWebuiClient } from './client.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';

const FOLDER = new URL('../../recordings/open-webui/', import.meta.url);
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
/** Separates the packets of a long-polling payload. */
const SEPARATOR = '\u001e';

interface Entry {
  readonly kind: string;
  readonly data: string;
}

/** What each socket of a recording received: the page was reloaded at its end. */
function socketsOf(name: string): string[][] {
  const sockets: string[][] = [];
  for (const line of readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n')) {
    const { kind, data } = JSON.parse(line) as Entry;
    if (kind === 'ws-open') sockets.push([]);
    if (kind === 'ws-in') sockets.at(-1)?.push(data);
  }
  return sockets;
}

function clean(frames: readonly string[]): string[] {
  const socket = createSocketNormalizer({});
  return frames.map((frame) => socket.receive(frame));
}

function received(name: string): string[] {
  return socketsOf(name).flat();
}

function cleaned(name: string): string[] {
  return socketsOf(name).flatMap(clean);
}

const MARKED = 'Let me check. \n\nAll done: `code` stays.';

const TEXTS: Readonly<Record<string, string>> = {
  markers: MARKED,
  // The model repeated itself.
  continue: MARKED + MARKED,
  imitated: 'Sure.\n\nDone now.',
  hermes: 'Now a failing one. \n\nFinished `three` calls.',
  companion: 'Now a failing one. \n\nFinished `three` calls.',
  direct: 'Now a failing one. \n\nFinished `three` calls.',
};

/**
 * What an event appends. "Continue Response" sends the whole output with the type of such an event.
 */
function isDelta(frame: string): boolean {
  return frame.includes('"delta":"');
}

function scenarioOf(name: string): string {
  return /-(\w+)\.jsonl$/.exec(name)?.[1] ?? '';
}

function isMarked(name: string): boolean {
  return ['markers', 'imitated', 'continue'].includes(scenarioOf(name));
}

/** What the page shows of every message after every frame, as `id text`. */
function shownBy(frames: readonly string[]): { moments: string[][]; last: Map<string, string> } {
  const client = createOpenWebuiClient();
  const moments = frames.map((frame) => {
    client.receive(frame);
    return [...client.messages()]
      .filter(([, { role }]) => role !== 'user')
      .map(([, { content }]) => content);
  });
  const last = new Map(
    [...client.messages()]
      .filter(([, { role }]) => role !== 'user')
      .map(([id, { content }]) => [id, content]),
  );
  return { moments, last };
}

test('there are recordings of every generation', () => {
  for (const version of ['0.5.7', '0.6.43', '0.8.12', '0.9.6', '0.11.0', '0.11.4', '0.12.4']) {
    expect(NAMES.some((name) => name.startsWith(version))).toBe(true);
  }
});

function expectEnd(name: string, last: ReadonlyMap<string, string>): void {
  expect([...last.values()]).toEqual(
    Array(scenarioOf(name) === 'markers' ? 2 : 1).fill(TEXTS[scenarioOf(name)]),
  );
}

test.each(NAMES)(
  '%s: the page ends with the expected texts and never shows a piece of a marker',
  (name) => {
    const expected = TEXTS[scenarioOf(name)] ?? '';

    const { moments, last } = shownBy(cleaned(name));

    expectEnd(name, last);
    // The server trims the text of Hermes only at the end, so blanks at its edges vary.
    for (const text of moments.flat())
      expect(expected.startsWith(isMarked(name) ? text : text.trim()), text).toBe(true);
  },
);

/** JSON as its strings and what is between them; a key is a string too. */
function tokensOf(frame: string): string[] {
  return frame.match(/"(?:[^"\\]|\\.)*"|[^"]+/g) ?? [];
}

/** Strings of a frame that were changed, as [before, after]. Fails if anything else was. */
function changesOf(frame: string, after: string): [string, string][] {
  const [before, now] = [tokensOf(frame), tokensOf(after)];
  expect(now.length).toBe(before.length);
  return before.flatMap((token, i): [string, string][] => {
    if (now[i] === token) return [];
    expect(token).toMatch(/^"/);
    return [[JSON.parse(token) as string, JSON.parse(now[i] ?? '') as string]];
  });
}

/**
 * The markers of the recordings, with the line feeds that belong to them; a server that trims omits
 * the last one.
 */
const MARKER = /(?:^|\n)(?:`⏰ list`|`💻 echo "today `date \+%Y`"`)(?:\n|$)/g;
/** What may be held back at the end of a text that continues. */
const HELD = /^\n?(?:`.*)?$/s;

/**
 * @returns what a text without its markers has beyond what is shown of it; null if something else
 * is shown
 */
function restOf(text: string, shown: string): string | null {
  const whole = text.replace(MARKER, '');
  // A title loses blanks at its edges with its marker.
  if (shown === whole.trim()) return '';
  return whole.startsWith(shown) ? whole.slice(shown.length) : null;
}

test.each(NAMES)(
  '%s: only markers in texts are changed: keys, ids, order and every other character stay',
  (name) => {
    const frames = received(name);
    const after = cleaned(name);

    expect(after.length).toBe(frames.length);
    let changes = 0;
    frames.forEach((frame, i) => {
      const now = after[i] ?? '';
      if (now === frame) return;
      expect(() => void JSON.parse(now.slice(2))).not.toThrow();
      for (const [text, shown] of changesOf(frame, now)) {
        changes++;
        // A delta releases what was held before it; the test above checks their sum.
        if (isDelta(frame)) continue;
        expect([text, shown, restOf(text, shown)]).toEqual([
          text,
          shown,
          expect.stringMatching(HELD),
        ]);
      }
    });
    // Real Hermes sends events, which Open WebUI does not pass on: there is nothing to do.
    expect(changes > 0).toBe(isMarked(name));
  },
);

test.each(NAMES)('%s: a frame with nothing to do is the same string', (name) => {
  const frames = received(name);
  const after = cleaned(name);
  const work = frames.map((frame) => /`|\\n/.test(frame));

  let held = false;
  let same = 0;
  frames.forEach((frame, i) => {
    // The next delta releases what was held of the one before.
    if (!work[i] && !held) {
      expect(after[i]).toBe(frame);
      same++;
    }
    if (isDelta(frame)) held = work[i] === true || after[i] !== frame;
  });
  expect(same).toBeGreaterThan(0);
});

test.each(NAMES.filter(isMarked))(
  '%s: no cleaned frame contains a marker, in text, copy or title',
  (name) => {
    const frames = received(name);
    const after = cleaned(name);

    expect(frames.join('\n')).toMatch(/⏰|\\u23f0/);
    expect(after.filter((frame) => /⏰|💻|\\u23f0|\\ud83d/.test(frame))).toEqual([]);
    // Up to 0.11 frames are ASCII, and stay so; 0.12 sends raw letters.
    const own = after.filter((frame, i) => frame !== frames[i]);
    expect(own.every((frame) => /^[ -~]*$/.test(frame))).toBe(true);
  },
);

/** Ends of payloads, and where the upgrade to a WebSocket happens. */
const GROUPINGS = fc.record({ ends: fc.array(fc.nat(50), { maxLength: 20 }), upgrade: fc.nat(60) });

test.each(NAMES)(
  '%s: any grouping into payloads, with pings between them and an upgrade anywhere, gives the same frames',
  (name) => {
    const sockets = socketsOf(name).map((frames) => ({ frames, single: clean(frames) }));
    fc.assert(
      fc.property(GROUPINGS, ({ ends, upgrade }) => {
        for (const { frames, single } of sockets) {
          const socket = createSocketNormalizer({});
          const out: string[] = [];
          let payload: string[] = [];
          frames.forEach((frame, i) => {
            payload.push(frame);
            if (i < upgrade && i < frames.length - 1 && !ends.includes(i)) return;
            if (i >= upgrade) out.push(...payload.map((packet) => socket.receive(packet)));
            else
              out.push(
                ...socket
                  .receivePayload([...payload, '2', '6'].join(SEPARATOR))
                  .split(SEPARATOR)
                  .slice(0, -2),
              );
            payload = [];
          });
          expect(out).toEqual(single);
        }
      }),
      { numRuns: 60 },
    );
  },
);

test.each(NAMES)(
  '%s: the page ends with the expected texts even if the connection is lost between any two frames',
  (name) => {
    const frames = received(name);
    for (let cut = 1; cut < frames.length; cut++) {
      const { last } = shownBy([...clean(frames.slice(0, cut)), ...clean(frames.slice(cut))]);
      expectEnd(name, last);
    }
  },
);
