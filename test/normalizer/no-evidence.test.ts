import { expect, test } from 'vitest';
import { cleanText } from '../../src/normalizer/cleaning/clean-text.ts';
import { OF_A_MODEL } from '../../src/normalizer/requests/asking.ts';
import { cleanFrame, cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';
import { LISTED_EMOJI, readMarkerLine } from '../../src/normalizer/text/marker-grammar.ts';
import { createOpenWebuiClient } from './open-webui/client.ts';
import { readReplyText } from '../../src/doctor/reply-text.ts';
import { GENERATIONS, MESSAGE } from './open-webui/streams.ts';
import { createDice, makeProse } from './prose-corpus.ts';
import { bytesOf, normalizeCut, sameBytes, textOf } from './splits.ts';
import { makeWrittenChats } from './written-chats.ts';
import { on, onMessages } from '../support/on.ts';
import { someOf } from '../support/speed.ts';

const PROSE = makeProse(60_000);
const WRITTEN = makeWrittenChats(6000);
const dice = createDice();
/** The code spans that people put on a separate line, as if each began with an emoji of Hermes. */
const EMOJIFIED = PROSE.filter((text) => /^`[^`\n]+`$/m.test(text)).map((text) =>
  text.replace(
    /^`([^`\n]+)`$/gm,
    (_, words: string) => `\`${LISTED_EMOJI[dice(LISTED_EMOJI.length)]} ${words}\``,
  ),
);
/** What could be taken for a marker, and a part of all the rest. */
const SUSPECT = [
  ...WRITTEN,
  ...EMOJIFIED,
  ...PROSE.filter((text, i) => i % 30 === 0 || LISTED_EMOJI.some((emoji) => text.includes(emoji))),
];

function hasMarkerLine(text: string): boolean {
  return text.split('\n').some((line) => readMarkerLine(line) !== null);
}

const NONE = { expectsMarkers: () => false };

test('the corpus is large, and contains what could be taken for a marker', () => {
  expect(new Set(PROSE).size).toBe(60_000);
  expect(EMOJIFIED.length).toBeGreaterThan(50);
  // In these, nothing but what surrounds them tells them from markers.
  expect(WRITTEN.filter(hasMarkerLine).length).toBeGreaterThan(2000);
  expect(EMOJIFIED.filter(hasMarkerLine).length).toBeGreaterThan(50);
});

test('without evidence nothing is removed from history, whatever was in the chat before', () => {
  const reported: unknown[] = [];
  const all = [...PROSE, ...EMOJIFIED, ...WRITTEN];
  for (let from = 0; from < all.length; from += 100) {
    const history = all.slice(from, from + 100).flatMap((content) => [
      { role: 'user', content: 'go on' },
      { role: 'assistant', content },
    ]);
    const body = JSON.stringify({ model: 'm', messages: history });

    expect(
      cleanRequest(body, { ...NONE, url: OF_A_MODEL, onEvidence: (found) => reported.push(found) })
        ?.body === body,
    ).toBe(true);
    expect(cleanFrame(body, NONE)).toBeNull();
  }
  expect(reported).toEqual([]);
});

test('with evidence at most one of 10 000 messages of the documents loses anything, and one of 30 made to look like markers', () => {
  const lost = PROSE.filter((text) => cleanText(text).text !== text).length;
  const written = WRITTEN.filter((text) => cleanText(text).text !== text).length;
  console.log(
    `With evidence: ${lost} of ${PROSE.length} messages of documents lose text; of ${WRITTEN.length} replies made to look like markers ${written}.`,
  );

  expect(lost).toBeLessThanOrEqual(PROSE.length / 10_000);
  expect(written).toBeLessThanOrEqual(WRITTEN.length / 30);
});

const CHAT = { id: 'c', model: 'm' };

/** Every carrier of a reply: the content type, and how it carries a reply in pieces. */
const CARRIERS: readonly (readonly [
  name: string,
  contentType: string,
  url: string,
  make: (pieces: readonly string[], text: string) => string,
])[] = [
  [
    'server-sent events of a chat',
    'text/event-stream',
    '',
    (pieces) =>
      sse(pieces.map((content) => ({ ...CHAT, choices: [{ index: 0, delta: { content } }] }))),
  ],
  [
    'server-sent events of responses',
    'text/event-stream',
    '',
    (pieces, text) =>
      sse([
        ...pieces.map((delta) => ({
          type: 'response.output_text.delta',
          item_id: 'i',
          output_index: 0,
          content_index: 0,
          delta,
        })),
        {
          type: 'response.output_text.done',
          item_id: 'i',
          output_index: 0,
          content_index: 0,
          text,
        },
      ]),
  ],
  [
    'lines of JSON',
    'application/x-ndjson',
    '',
    (pieces) =>
      pieces
        .map(
          (content) =>
            JSON.stringify({ model: 'm', message: { role: 'assistant', content }, done: false }) +
            '\n',
        )
        .join(''),
  ],
  ['plain text', 'text/plain', '', (_, text) => text],
  [
    'an answer as a whole',
    'application/json',
    '',
    (_, content) =>
      JSON.stringify({ ...CHAT, choices: [{ index: 0, message: { role: 'assistant', content } }] }),
  ],
  [
    'stored messages',
    'application/json',
    '/api/messages',
    (pieces, content) =>
      JSON.stringify([
        { role: 'assistant', content },
        { role: 'assistant', content: pieces[0] },
      ]),
  ],
  [
    'a stored chat',
    'application/json',
    `/api/v1/chats/${'a'.repeat(36)}`,
    (_, content) =>
      JSON.stringify({
        id: 'x',
        chat: { history: { messages: { m: { role: 'assistant', content } } } },
      }),
  ],
];

function sse(messages: readonly object[]): string {
  return (
    messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('') + 'data: [DONE]\n\n'
  );
}

/** Texts that `npm test` tries with each carrier. */
const MOST = 500;

/** As models emit words: one to three tokens at a time. */
function piecesOf(text: string, i: number): readonly string[] {
  return text.match(i % 3 === 0 ? /[^]{1,9}/g : /(?:\s*\S+){1,3}|\s+$/g) ?? [];
}

test.each(CARRIERS)(
  'without evidence nothing is removed from %s, and nothing reported',
  (_name, contentType, url, make) => {
    const reported: unknown[] = [];
    for (const [i, text] of someOf(SUSPECT, MOST).entries()) {
      const body = bytesOf(make(piecesOf(text, i), text));
      const { bytes } = normalizeCut(body, [], {
        ...NONE,
        contentType,
        url,
        repairs: new Set(),
        report: on({
          progress: ({ progress }) => reported.push(text, progress),
          marker: () => reported.push(text),
          evidence: ({ evidence }) => reported.push(text, evidence),
        }),
        onStoredEvidence: (evidence) => evidence && reported.push(text, evidence),
      });

      if (!sameBytes(bytes, body)) expect(textOf(bytes)).toBe(textOf(body));
    }
    expect(reported).toEqual([]);
  },
);

/** How many generations a text goes through: each takes as long as all the carriers above. */
const SHARE = 3;

test.each(GENERATIONS)(
  'without evidence nothing is removed from the socket: $name',
  (generation) => {
    const { packets, whole, before } = generation;
    const turn = GENERATIONS.indexOf(generation);
    const reported: unknown[] = [];
    for (const [i, text] of someOf(SUSPECT, MOST).entries()) {
      if ((i + turn) % Math.ceil(GENERATIONS.length / SHARE) !== 0) continue;
      const socket = createSocketNormalizer({
        ...NONE,
        report: onMessages({
          progress: ({ progress }) => reported.push(text, progress),
          marker: () => reported.push(text),
          evidence: ({ evidence }) => reported.push(text, evidence),
        }),
      });
      const sent = packets(piecesOf(text, i));
      const last = sent.map((packet) => socket.receive(packet)).at(-1);

      // The last packet repeats the text, as the page keeps it.
      if (last !== sent.at(-1)) expect(last).toBe(sent.at(-1));
      expect(before + whole(text)).toContain(whole(text));
    }
    expect(reported).toEqual([]);
  },
);

/**
 * Hermes 0.8 for a page that knows nothing of it yet: no ids, no model, no events; the server in
 * between created its own.
 */
const HERMES: readonly (readonly [pieces: readonly string[], clean: string])[] = [
  [
    ['Let ', 'me ', 'check. ', '\n`💻 echo "today `date`"`\n', '\n\nAll ', 'done.'],
    'Let me check. \n\nAll done.',
  ],
  [
    [
      '\n`💻 sleep 1; ls /tmp`\n',
      '\n`📖 /srv/sample.txt`\n',
      '\n\nNow ',
      'one. ',
      '\n`💻 exit 3`\n',
      '\n\nFinished ',
      '`three` ',
      'calls.',
    ],
    '\n\nNow one. \n\nFinished `three` calls.',
  ],
  [['Sure.\n', '\n`⏰ list`\n', '\n\nThree ', 'jobs.'], 'Sure.\n\n\nThree jobs.'],
];

test.each(GENERATIONS)(
  'the very first reply of Hermes on a site is cleaned, whether deltas are merged or not: $name',
  ({ name, packets, whole, before }) => {
    for (const [pieces, clean] of HERMES) {
      for (const batch of [1, 2, 3]) {
        const merged = Array.from({ length: Math.ceil(pieces.length / batch) }, (_, i) =>
          pieces.slice(i * batch, (i + 1) * batch).join(''),
        );
        const reported = new Set<string>();
        let removed = 0;
        const client = createOpenWebuiClient();
        const socket = createSocketNormalizer({
          ...NONE,
          report: onMessages({
            marker: () => removed++,
            evidence: ({ evidence }) => reported.add(evidence),
          }),
        });
        for (const packet of packets(merged)) client.receive(socket.receive(packet));

        const text = client.messages().get(MESSAGE)?.content ?? '';
        // A server that trims texts leaves line feeds at their start that are no part of the
        // marker.
        expect([name, batch, text.trim().split(/\n+/)]).toEqual([
          name,
          batch,
          (before + whole(clean)).trim().split(/\n+/),
        ]);
        expect(removed).toBe(pieces.filter((piece) => piece.startsWith('\n`')).length);
        expect(reported.size).toBeGreaterThan(0);
      }
    }
  },
);

test('the very first reply of Hermes is cleaned behind a proxy with its own ids, wherever deltas are merged', () => {
  for (const [pieces, clean] of HERMES) {
    for (const [name, contentType, , make] of CARRIERS.slice(0, 4)) {
      if (name === 'server-sent events of responses') continue; // `readReplyText` does not know Responses
      for (const parts of [
        pieces,
        [pieces.join('')],
        [pieces.slice(0, 3).join(''), pieces.slice(3).join('')],
      ]) {
        const body = bytesOf(make(parts, parts.join('')));
        const { bytes: out } = normalizeCut(body, [], { ...NONE, contentType, repairs: new Set() });

        const text = name === 'plain text' ? textOf(out) : readReplyText(out, contentType);
        expect([name, text?.trim()]).toEqual([name, clean.trim()]);
      }
    }
  }
});

test('markers after evidence are removed, those that left before it stay', () => {
  const seen = [
    'Let me see.\n`💻 date`\n\nIt is noon. Now the jobs.',
    '\n`⏰ list`\n\n\n',
    'Three.\n`💻 date`\n\nIt is noon. Commit:\n\n`📝 Update README`\n\nEnd.',
  ];
  const [, contentType, , make] = CARRIERS[0]!;
  const { bytes: out } = normalizeCut(bytesOf(make(seen, '')), [], { ...NONE, repairs: new Set() });

  expect(readReplyText(out, contentType)).toBe(
    'Let me see.\n`💻 date`\n\nIt is noon. Now the jobs.\n\nThree.\nIt is noon. Commit:\n\n`📝 Update README`\n\nEnd.',
  );
});
