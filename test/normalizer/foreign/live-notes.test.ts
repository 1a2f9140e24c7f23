import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { createEventNormalizer } from '../../../src/normalizer/bodies/event-normalizer.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { bytesOf, textOf } from '../splits.ts';

/** How a text looks as it is typed, and each of its states. */
const LIVE = 'Notes of today.\n`⏰ list`\n\n`💻 date`\n\n\nThree jobs are due, we shall see.';
const grown = (pieces: readonly string[]): readonly string[] =>
  pieces.map((_, i) => pieces.slice(0, i + 1).join(''));
const LETTERS = [...LIVE];
const WORDS = LIVE.match(/\s*\S+\s*/g) ?? [];
const PASTED = ['Notes', ' of ', 'today. ', LIVE.slice(LIVE.indexOf('\n')), ' And', ' more.'];

/** Notes, documents and dictation, as other people's pages show them while they are written. */
const LIVE_NOTES: readonly (readonly [what: string, messages: readonly object[]])[] = [
  ['a letter at a time', LETTERS.map((text) => ({ text }))],
  ['a word at a time', WORDS.map((text) => ({ type: 'insert', text }))],
  ['as it stands, after each letter', grown(LETTERS).map((body, rev) => ({ note: 7, rev, body }))],
  ['as it stands, after each word', grown(WORDS).map((content) => ({ op: 'set', content }))],
  ['as it stands, pasted', grown(PASTED).map((text) => ({ doc: { id: 'n', text } }))],
  ['pieces, one of them pasted', PASTED.map((insert) => ({ ops: [{ retain: 3 }, { insert }] }))],
  ['dictated', grown(WORDS).map((transcript, i) => ({ transcript, final: i > 8 }))],
  ['with who writes', grown(LETTERS).map((value) => ({ by: 'Ada', cursor: 4, value }))],
];

function shown(body: string, contentType: string): string {
  const normalizer = createBodyNormalizer({
    contentType,
    url: 'https://other.example/notes',
    isReply: false,
    expectsMarkers: () => false,
  });
  return normalizer ? textOf([...normalizer.push(bytesOf(body)), normalizer.end()]) : body;
}

test.each(LIVE_NOTES)(
  'what others write is shown as it is while they write it: %s',
  (_, messages) => {
    const open = () => ({ expectsMarkers: () => false });
    const events = createEventNormalizer(open);
    const others = createEventNormalizer(open);
    const socket = createSocketNormalizer({ readOther: (args) => others.receive(null, args) });
    const written = messages.map((message) => JSON.stringify(message));
    const packets = written.map((data) => `42["note",${data}]`);
    const stream = written.map((data) => `data: ${data}\n\n`).join('');
    const lines = written.map((data) => `${data}\n`).join('');

    expect(written.map((data) => events.receive(null, data))).toEqual(written);
    expect(packets.map(socket.receive)).toEqual(packets);
    expect(shown(stream, 'text/event-stream')).toBe(stream);
    expect(shown(lines, 'application/x-ndjson')).toBe(lines);
  },
);
