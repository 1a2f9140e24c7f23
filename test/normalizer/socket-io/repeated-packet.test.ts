import { expect, test, vi } from 'vitest';
import type { ReplyEvent } from '../../../src/normalizer/reply/reply-event.ts';
import { compileRules } from '../../../src/normalizer/rules/compile-rules.ts';
import { createRepeatedPacket, type ContinuedText } from '../../../src/normalizer/socket-io/repeated-packet.ts';
import { createSocketNormalizer, type SocketOptions } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { createRandom } from '../../fuzz/random.ts';
import {
  asAscii,
  chunk,
  completion,
  GENERATIONS,
  messageItem,
  packetOf,
  response,
  textDelta,
} from '../open-webui/streams.ts';

/** The output, and what was reported. */
interface Read {
  readonly frames: readonly string[];
  readonly events: readonly ReplyEvent[];
}

/** What happens between packets. */
interface Course {
  readonly options?: SocketOptions;
  /** Returns whether texts are cleaned while a packet is read, by its index. */
  cleans?(at: number): boolean;
  /** Packets are missed before the one at this index. */
  readonly missed?: number;
}

/** @param interrupted an event of another message arrives before each packet, so none is read as a repeated one */
function read(packets: readonly string[], interrupted: boolean, { options, cleans, missed }: Course): Read {
  const events: ReplyEvent[] = [];
  let now = 0;
  const socket = createSocketNormalizer({
    report: (_, event) => void events.push(event),
    cleans: () => cleans?.(now) !== false,
    ...options,
  });
  const other = packetOf('chat:tags', [], { message: 'another' });
  const frames = packets.map((packet, at) => {
    now = at;
    if (at === missed) socket.miss();
    if (interrupted) expect(socket.receive(other)).toBe(other);
    return socket.receive(packet);
  });
  return { frames, events };
}

function expectSame(packets: readonly string[], course: Course = {}): Read {
  const continued = read(packets, false, course);
  expect(continued).toEqual(read(packets, true, course));
  return continued;
}

const PIECES = [
  'word ',
  'a longer piece of the text, ',
  'naïve ',
  '😀',
  '\n',
  '\n\n',
  '`',
  '```js\n',
  '`code` ',
  '"quoted" \\ ',
  '\n`💻 ls -la`\n',
  '`⏰ list`\n\n',
  '\n`⏰',
  ' list`\n',
  '<details',
  '\n<details type="reasoning">\n',
  '</details>\n',
];

test.each(GENERATIONS)(
  'packets that repeat one another are cleaned like single packets: $name',
  ({ name, packets }) => {
    let removed = 0;
    for (let turn = 0; turn < 200; turn++) {
      const random = createRandom(`repeated ${name}`, turn);
      const pieces = Array.from({ length: random.between(2, 25) }, () => random.pick(PIECES));
      const sent = packets(pieces).map((packet) => (random.oneIn(4) ? asAscii(packet) : packet));
      removed += expectSame(sent).events.filter(({ type }) => type === 'marker').length;
    }

    expect(removed).toBeGreaterThan(50);
  },
);

test('a text so far that ends within a surrogate pair is shown like one read as a whole', () => {
  const text = (content: string): string => completion({ content: `\n\`💻 ls\`\n\né${content}` });
  const halves = [text('\ud83d'), text('\ud83d\\ude00')].map((packet) => packet.replace('\\\\', '\\'));

  const { frames } = expectSame([text(''), ...halves, text('\ud83d').replace('\\ud83d"', '\\ud83d\\ude00 x"')]);

  expect(frames.at(-1)).toContain('é😀 x');
});

test('text in ASCII that continues in other letters is written with them from there on', () => {
  const at = (content: string): string => completion({ content });

  expectSame([
    asAscii(at('a\n`⏰ list`\n\nä')),
    asAscii(at('a\n`⏰ list`\n\nä b')),
    at('a\n`⏰ list`\n\nä b'),
    at('a\n`⏰ list`\n\nä bé'),
  ]);
  expectSame([at('a\n`⏰ list`\n\n'), at('a\n`⏰ list`\n\nb'), at('a\n`⏰ list`\n\nbé'), at('a\n`⏰ list`\n\nbé c')]);
});

const STREAM = ['a\n', '`⏰ list`\n', '\nb', ' c', '\n`⏰ list`\n\n', 'd'];

test.each(GENERATIONS)('switching cleaning off and on takes effect with the next packet: $name', ({ packets }) => {
  const sent = packets(STREAM);
  for (let off = 0; off < sent.length; off++) {
    for (let on = off; on <= sent.length; on++) expectSame(sent, { cleans: (at) => at < off || at >= on });
  }
});

test.each(GENERATIONS)('packets after missed ones are read as continuing at some later point: $name', ({ packets }) => {
  const sent = packets(STREAM);
  for (let missed = 0; missed < sent.length; missed++) expectSame(sent, { missed });
});

test('a repeated first chunk without text begins the reply again', () => {
  const again = ['x', '', 'y'].map((content) => completion(chunk({ role: 'assistant', content })));

  expectSame([...again, completion({ done: true }), response(textDelta('z'))], { options: { wasAsked: () => false } });
});

test('two items of the same name are new ones in every list', () => {
  const list = (text: string): string =>
    completion({ output: [messageItem('a', 'completed', 'i'), messageItem(text, 'in_progress', 'i')] });

  expectSame(['\n`⏰ list`\n', '\n`⏰ list`\n\nb', '\n`⏰ list`\n\nb c'].map(list));
});

test('a reply that has ended or was missed begins again with the next delta', () => {
  const heard: string[] = [];
  const socket = createSocketNormalizer({ report: (_, { type }) => void heard.push(type) });
  const delta = response(textDelta('word '));

  for (const packet of [delta, delta, completion({ done: true }), delta, delta]) socket.receive(packet);
  socket.miss();
  socket.receive(delta);

  expect(heard).toEqual(['start', 'end', 'start', 'end', 'start']);
});

const WORD = response(textDelta('word '));

/** @returns whether the last of the packets passes unread */
function passesLast(packets: readonly string[], options: SocketOptions = {}): boolean {
  const socket = createSocketNormalizer(options);
  for (const packet of packets.slice(0, -1)) socket.receive(packet);
  return socket.passes(packets.at(-1) ?? '');
}

test.each([
  ['another word', [WORD, response(textDelta('word,'))], true],
  ['other letters', [WORD, response(textDelta('naïve 😀'))], true],
  ['many words', [WORD, ...Array.from({ length: 500 }, () => WORD)], true],
  ['a chunk of a model', ['a', 'b'].map((content) => completion(chunk({ content }))), true],
  ['the first delta', [WORD], false],
  ['a line feed', [WORD, response(textDelta('\n'))], false],
  ['a backtick', [WORD, response(textDelta('`'))], false],
  ['a tilde', [WORD, response(textDelta('~'))], false],
  ['a quote', [WORD, response(textDelta('"'))], false],
  ['a backslash', [WORD, response(textDelta('\\'))], false],
  ['no text', [WORD, response(textDelta(''))], false],
  ['thirteen letters', [WORD, response(textDelta('thirteen unit'))], false],
  ['another item', [WORD, response(textDelta('word ', 'msg_2'))], false],
  ['another end', [WORD, WORD.replace(/.$/, ' ')], false],
  ['another beginning', [WORD, WORD.replace('42', '43')], false],
  ['a word at the beginning of a line', [WORD, response(textDelta('\n')), WORD], false],
  ['a word within what may become a marker', [WORD, response(textDelta(' \n`⏰ li')), WORD], false],
  ['a word after an event', [WORD, packetOf('chat:tags', [], { message: 'another' }), WORD], false],
  ['a text so far', ['a', 'a b'].map((content) => completion({ content })), false],
] as const)('%s passes unread only in the middle of a line', (_, packets, passes) => {
  expect(passesLast(packets)).toBe(passes);
});

test('nothing passes unread if the person has rules, has switched cleaning off, or the page has replaced a native', () => {
  const rules = compileRules([{ id: 'own/x', kind: 'line', pattern: 'word {name}', tells: 'nothing' }]);
  const { slice } = String.prototype;
  const spy = vi.spyOn(String.prototype, 'slice').mockImplementation(function (this: string, ...args) {
    return slice.apply(this, args);
  });
  try {
    expect(passesLast([WORD, WORD])).toBe(false);
  } finally {
    spy.mockRestore();
  }

  expect(passesLast([WORD, WORD])).toBe(true);
  expect(passesLast([WORD, WORD], { rules })).toBe(false);
  expect(passesLast([WORD, WORD], { cleans: () => false })).toBe(false);
});

test('what has passed unread counts: a marker behind it is removed, and a later text so far is compared with it', () => {
  const heard: string[] = [];
  const socket = createSocketNormalizer({ report: (_, { type }) => void heard.push(type) });
  const sent = ['One ', 'two ', 'three', '\n`⏰ list`\n\n', 'four ', 'five', ' six'].map((text) =>
    response(textDelta(text)),
  );

  const shown = sent.map((packet) => (socket.passes(packet) ? packet : socket.receive(packet)));
  const whole = 'One two three\n`⏰ list`\n\nfour five six';
  const last = socket.receive(completion({ content: '', output: [messageItem(whole)], done: true }));

  expect(shown.join('')).not.toContain('⏰');
  expect(last).toContain('One two three\\nfour five six');
  expect(heard.filter((type) => type === 'marker')).toHaveLength(1);
});

/** A memory that has learned this packet; `taken` collects what it reads of others. */
function learned(packet: string, path: ContinuedText['path'], grows: boolean) {
  const taken: string[] = [];
  const repeated = createRepeatedPacket();
  const take = (more: string): string => (taken.push(more), more);
  repeated.learn(packet, 2, packet, {
    path: [1, 'data', 'data', ...path],
    grows,
    behind: 0,
    take,
    settled: () => false,
  });
  return { repeated, taken };
}

test('if a packet repeats another, only the delta is read', () => {
  const { repeated, taken } = learned(response(textDelta('word ')), ['delta'], false);
  const deltas = ['x', 'a "quoted" \\ word\n', 'ä', '\ud83d', 'longer than what is copied', '}'];

  for (const delta of deltas) expect(repeated.read(response(textDelta(delta)))).toBe(response(textDelta(delta)));

  expect(taken).toEqual(deltas);
});

test('if a text so far is extended, only the added part is read', () => {
  const { repeated, taken } = learned(completion({ content: 'one \\' }), ['content'], true);
  const texts = ['one \\', 'one \\"', 'one \\" and two', 'one \\" and two\n'];

  for (const content of texts) expect(repeated.read(completion({ content }))).toBe(completion({ content }));

  expect(taken).toEqual(['', '"', ' and two', '\n']);
});

test('a packet that differs in anything else is not read', () => {
  const { repeated, taken } = learned(response(textDelta('word ')), ['delta'], false);
  const like = response(textDelta('DELTA'));
  const others = [
    response(textDelta('x', 'msg_2')),
    response(textDelta('')),
    like.replace('DELTA', 'a\u0001'),
    like.replace('DELTA', 'a\n'),
    like.replace('DELTA', 'a\\'),
    like.replace('DELTA', '\\u12'),
    like.replace('DELTA', '\\x and more of it'),
    like.replace('DELTA', 'a","b":"c'),
    like.slice(0, -1),
    `${like}]`,
    '',
    '42',
  ];

  for (const packet of others) expect(repeated.read(packet)).toBeNull();
  const grown = learned(completion({ content: 'one two' }), ['content'], true);
  for (const content of ['one', '', 'One two three']) expect(grown.repeated.read(completion({ content }))).toBeNull();
  repeated.forget();
  expect(repeated.read(response(textDelta('x')))).toBeNull();

  expect([...taken, ...grown.taken]).toEqual([]);
});
