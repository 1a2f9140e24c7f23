import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { runs } from '../../support/speed.ts';

/** Returns the offset behind the first frame, one unit per byte; -1 while it is incomplete. */
function endOf(body: string, at: number, final: boolean): number {
  return createSseFraming().endOf(Buffer.from(body, 'latin1'), at, at, final);
}

/** Cuts a whole body; what follows the last blank line is the last frame. */
function framesOf(body: string): string[] {
  const frames: string[] = [];
  let at = 0;
  while (at < body.length) {
    const end = endOf(body, at, true);
    frames.push(body.slice(at, end === -1 ? body.length : end));
    at += frames.at(-1)?.length ?? 0;
  }
  return frames;
}

function eventsOf(body: string): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event) });
  parser.feed(body);
  return events;
}

test('frames end after a blank line, with any line ends', () => {
  const rows: readonly (readonly string[])[] = [
    ['data: a\n\n', 'data: b\n\n'],
    ['data: a\r\n\r\n', 'data: b\r\n\r\n'],
    ['data: a\r\r', 'data: b\r\r'],
    ['data: a\r\n\n', 'data: b\n\r\n', 'data: c\r\r\n', 'data: d\n\r'],
    ['data: a\r\n\r', 'data: b\r\r\n'],
    [': comment\n\n', 'event: x\nid: 1\nretry: 5\ndata: a\ndata: b\n\n'],
    ['data: a\n\n', '\n', '\r\n', '\r', 'data: b\n\n'],
    ['\ufeffdata: a\n\n', 'data: b\n\n'],
    ['data: a\n\n', 'data: b\n'],
    ['data: a\n\n', 'data: b'],
    ['data: a\n\n', 'data: b\r'],
    ['data: \u00c3\u0085\u2028\u000b\f\n\n', 'data: b\n\n'],
    ['\n'],
  ];
  for (const frames of rows) expect(framesOf(frames.join(''))).toEqual(frames);
});

test('a carriage return at the very end is undecided while more may come', () => {
  expect(endOf('data: a\r\r', 0, false)).toBe(-1);
  expect(endOf('data: a\r\r', 0, true)).toBe(9);
  expect(endOf('data: a\r\n\r', 0, false)).toBe(-1);
  expect(endOf('data: a\r\n\r\n', 0, false)).toBe(11);
  expect(endOf('data: a\r\rd', 0, false)).toBe(9);
  expect(endOf('data: a\n\n', 0, false)).toBe(9);
  expect(endOf('data: a\n', 0, true)).toBe(-1);
  expect(endOf('', 0, true)).toBe(-1);
});

test('fields are read as eventsource-parser reads them', () => {
  const rows: readonly (readonly [frame: string, event: string | null, data: string])[] = [
    ['data: a\n\n', null, 'a'],
    ['data:a\n\n', null, 'a'],
    ['data:  a\n\n', null, ' a'],
    ['data\n\n', null, ''],
    ['data: a\ndata: b\n\n', null, 'a\nb'],
    ['data: a\ndata\ndata:b\n\n', null, 'a\n\nb'],
    [': c\r\nevent:x\r\nid: 7\r\nretry: 3\r\ndata: a\r\n\r\n', 'x', 'a'],
    ['event: x\rdata: a\r\r', 'x', 'a'],
    ['\ufeffdata: a\n\n', null, 'a'],
    ['data: a\n', null, 'a'],
    ['data: a', null, 'a'],
    ['foo: 1\n data: x\nDATA: y\ndata: a\n\n', null, 'a'],
  ];
  for (const [frame, event, data] of rows) {
    const fields = createSseFraming().read(frame);
    expect([frame, fields?.event, fields?.data]).toEqual([frame, event, data]);
  }
});

test('a frame without data has no fields', () => {
  const framing = createSseFraming();
  for (const frame of [
    ': comment\n\n',
    '\n',
    '\r\n',
    'event: x\n\n',
    'id: 3\n\n',
    'dat: a\n\n',
    '',
  ])
    expect(framing.read(frame)).toBeNull();
});

test('the content of one frame is not mixed into the next', () => {
  const framing = createSseFraming();
  for (const frame of [
    'event: x\nid: 3\n\n',
    'event: y\n',
    ': c',
    'data: cut',
    'data: a\r\r',
    'data: a\r',
  ]) {
    framing.read(frame);
    expect([frame, framing.read('data: b\n\n')]).toMatchObject([frame, { event: null, data: 'b' }]);
  }
});

test('changed data replaces the original, every other byte stays', () => {
  const rows: readonly (readonly [frame: string, data: string, after: string | null])[] = [
    ['data: a\n\n', 'new', 'data: new\n\n'],
    ['data:a\n\n', 'new', 'data:new\n\n'],
    ['data:  a\n\n', 'new', 'data: new\n\n'],
    [
      ': c\r\nevent:x\r\nid: 7\r\nretry: 3\r\ndata: a\r\n\r\n',
      'new',
      ': c\r\nevent:x\r\nid: 7\r\nretry: 3\r\ndata: new\r\n\r\n',
    ],
    ['event: x\rdata: a\r\r', 'new', 'event: x\rdata: new\r\r'],
    ['data: a\ndata: b\nid: 1\n\n', 'new', 'data: new\nid: 1\n\n'],
    ['data: a\r\nid: 1\r\ndata:b\r\n\r\n', 'x\ny', 'data: x\r\ndata: y\r\nid: 1\r\n\r\n'],
    ['\ufeffdata: a\n\n', 'new', '\ufeffdata: new\n\n'],
    ['data: a', 'new', 'data: new'],
    ['data: a', 'x\ny', 'data: x\ndata: y'],
    ['\ufeffdata:a\n\n', 'x\n y', null],
    ['data\n\n', 'new', null],
    ['data:\ndata: a\n\n', 'new', 'data:new\n\n'],
    ['data: a\r', 'new', 'data: new\r'],
    ['foo\ndata: a\n\n', 'new', 'foo\ndata: new\n\n'],
  ];
  for (const [frame, data, after] of rows)
    expect([frame, createSseFraming().read(frame)?.rewrite(data)]).toEqual([frame, after]);
});

test('many lines ended only by carriage returns are scanned in one pass', () => {
  // With a search for the line feed that never comes, this took minutes.
  const body = 'data: x\r'.repeat(300_000) + '\r' + 'data: y';
  expect(endOf(body, 0, false)).toBe(2_400_001);
});

test('a byte-order mark inside the stream belongs to a field name, so that frame is not rewritten', () => {
  const framing = createSseFraming();
  framing.read('data: a\n\n');
  expect(framing.read('\ufeffdata: b\ndata: c\n\n')?.rewrite('new') ?? null).toBeNull();
});

/** Lines of all kinds, with all kinds of line ends. */
const anyBody = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'data: a',
        'data:b',
        'data',
        'data: {"x":1}',
        'event: e',
        'event:',
        'id: 1',
        'retry: 9',
        ': c',
        ':',
        'foo: 1',
        ' data: x',
        '',
        '',
        '',
      ),
      fc.constantFrom('\n', '\n', '\r\n', '\r'),
    ),
    { maxLength: 20 },
  )
  .map((lines) => lines.map(([line, end]) => line + end).join(''));

test('frames add up to the body, and one by one they give the events of the body', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      const frames = framesOf(body);
      expect(frames.join('')).toBe(body);

      const framing = createSseFraming();
      const read = frames.slice(0, -1).flatMap((frame) => framing.read(frame) ?? []);
      const whole = eventsOf(frames.slice(0, -1).join('') + ': end\n\n');
      expect(read.map(({ event, data }) => [event || null, data])).toEqual(
        whole.map(({ event, data }) => [event || null, data]),
      );
    }),
    { numRuns: runs(2000) },
  );
});

test('cut anywhere, the first frame is found at the same place or not yet', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      const end = endOf(body, 0, false);
      for (let length = 0; length < body.length; length++)
        expect([-1, end]).toContain(endOf(body.slice(0, length), 0, false));
    }),
    { numRuns: runs(1000) },
  );
});

test('a parser then reads the rewritten data', () => {
  fc.assert(
    fc.property(anyBody, fc.stringMatching(/^[a-z\n ]{0,10}$/), (body, data) => {
      const framing = createSseFraming();
      for (const frame of framesOf(body)) {
        const rewritten = framing.read(frame)?.rewrite(data);
        if (rewritten === undefined || rewritten === null) continue;
        expect(eventsOf(rewritten + '\n\n').map((event) => event.data)).toEqual([data]);
      }
    }),
    { numRuns: runs(1000) },
  );
});

test('a bare string is a value, unless it only begins like one', () => {
  const { read } = createSseFraming();
  expect(read('data: "a"\n\n')?.data).toBe('{"value":"a"}');
  for (const data of ['"a", "toolCallId": "c"', '"a"}', '"a'])
    expect(read(`data: ${data}\n\n`)?.data).toBe(data);
});
