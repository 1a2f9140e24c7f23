import { expect, test } from 'vitest';
import { cleanText, provesMarkers } from '../../../src/normalizer/cleaning/clean-text.ts';
import { createMarkerFilter } from '../../../src/normalizer/text/marker-filter.ts';
import type { Marker } from '../../../src/normalizer/text/marker-grammar.ts';
import { OF_A_MODEL } from '../../../src/normalizer/requests/asking.ts';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';
import { passDeltas } from '../rules/filtered.ts';
import { everySplit } from '../splits.ts';

/**
 * Whether a text proves by itself that it contains markers, and what stays of it where they are
 * expected.
 */
const TEXTS: readonly (readonly [proves: boolean, text: string, kept: string])[] = [
  // What people and models write. A paragraph of its own, whatever label it has:
  [false, 'Commit message:\n\n`📝 update-readme`\n\nIt says why.', 'same'],
  [false, 'Done.\n\n`💻 npm run build`\n\nIt takes a minute.', 'same'],
  [false, 'Done.\n\n`⏰ list`\n\nThat is what the log says.', 'same'],
  [
    false,
    'Choose one.\n\n`📝 readme`\n\n`🔧 ./fix`\n\n`⚡️ Speed up`\n\nI like the last one.',
    'same',
  ],
  [false, 'A blank line before.\n\n`📄 example.org`\n\n\nAnd two behind.', 'same'],
  [false, 'Wide gaps.\n\n\n`📄 example.org`\n\n\nAll over the text.', 'same'],
  // Behind a colon, or half a sentence.
  [false, 'It writes this:\n`⏰ list`\n\nThat is all.', 'same'],
  [false, 'It writes:\n\n`⏰ list`\n\n\nThat is all.', 'same'],
  [false, 'Press\n`⏰ list`\n\nThat is all.', 'same'],
  // The sentence goes on behind it.
  [false, 'Sure.\n`⏰ list`\n\nis what it says.', 'same'],
  [false, '`⏰ list`\n\n, that is.', 'same'],
  // A label that its tool cannot have, alone or among others.
  [false, 'Done.\n`📝 Update README`\n\nIt says why.', 'same'],
  [false, '`⚙️ Settings`\n\nThere it is.', 'same'],
  [false, 'Done.\n`⏰ list`\n\n`⏰ Remind me`\n\nThat is all.', 'same'],
  // Nothing follows, and it begins the text.
  [false, '`💻 npm run build`', 'same'],
  // In a code block, or in a line.
  [false, '```\n`⏰ list`\n\n\n```', 'same'],
  [false, 'In a line: `⏰ list`\n\n\nNo.', 'same'],

  // Calls where markers are expected, but no proof of any: an argument may be anybody's.
  [false, 'Let me check.\n`💻 date`\n\nIt is noon.', 'Let me check.\nIt is noon.'],
  [false, '`💻 date`\n\nIt is noon.', '\nIt is noon.'],
  [false, 'Let me check.\n`💻 date`', 'Let me check.'],
  [false, 'Let me check.\n`⏰ list`', 'Let me check.'],
  [false, '`⏰ list`', ''],
  // Hermes' gap shows where they come from, even behind half a sentence; a label that does not fit
  // proves nothing.
  [false, 'Done.\n`📝 Update README`\n\n\nIt says why.', 'Done.\n\nIt says why.'],

  // Hermes 0.8 as recorded, joined; half a sentence before, and half a sentence behind.
  [true, 'Let me check. \n`💻 date`\n\n\nAll done', 'Let me check. \n\nAll done'],
  [true, 'Look here:\n`💻 date`\n\n\nand there', 'Look here:\n\nand there'],
  [
    true,
    '\n`💻 sleep 1; ls`\n\n`📖 /srv/sample.txt`\n\n\nNow one. \n`💻 exit 3`\n\n\nFinished',
    '\n\nNow one. \n\nFinished',
  ],
  // The same as pages store it, trimmed.
  [true, '`💻 date`\n\n\nAll done', '\n\nAll done'],
  // Behind a tool, a new text begins.
  [true, 'Now.\n`💻 a`\n\n\n`💻 b`\n\nDone.', 'Now.\n\nDone.'],
  // Words of Hermes that a model copied (NousResearch/hermes-agent#6972), or that somebody quotes.
  [
    false,
    '`⏰ update`\n\n`⏰ list`\n\nIch habe den Zeitplan geändert.',
    '\nIch habe den Zeitplan geändert.',
  ],
  [false, 'Let me check.\n`⏰ list`\n\nYou have none.', 'Let me check.\nYou have none.'],
  [
    false,
    'Let me check! 🔍\n`📸 browser_snapshot`\n\n**Nothing** new.',
    'Let me check! 🔍\n**Nothing** new.',
  ],
  [false, '```\ncode\n```\n`📋 planning 2 task(s)`\n\nDone.', '```\ncode\n```\nDone.'],
  [
    false,
    'Sure.\n`⚙️ poll proc_0123456789a`\n\n`🧠 +memory: "tea"`\n\nIt runs.',
    'Sure.\nIt runs.',
  ],
  [true, 'Sure.\n\n`⏰ list`\n\n\nYou have none.', 'Sure.\n\n\nYou have none.'],
  // Proof in a text holds for all of it.
  [
    true,
    'Let me check.\n`💻 date`\n\nNow this.\n`⏰ list`\n\n\nDone.',
    'Let me check.\nNow this.\n\nDone.',
  ],
];

test.each(TEXTS)('proves markers: %s, %j', (proves, text) => {
  expect(provesMarkers(text)).toBe(proves);
});

test('where markers are expected, calls are removed and prose stays, however a text is cut', () => {
  for (const [, text, kept] of TEXTS) {
    const left = kept === 'same' ? text : kept;

    expect(cleanText(text).text).toBe(left);
    for (const deltas of everySplit(text)) {
      const filter = createMarkerFilter({ onMarker() {}, isInjected: () => false });
      expect([deltas, passDeltas(filter, deltas)]).toEqual([deltas, left]);
    }
  }
});

test('without evidence a text stays; with its own, all its markers are removed, earlier ones too', () => {
  for (const [proves, text] of TEXTS) {
    let reported = 0;
    const { text: cleaned, markers } = cleanText(text, {
      expected: () => false,
      onEvidence: () => reported++,
    });

    expect([text, reported]).toEqual([text, proves ? 1 : 0]);
    if (proves)
      expect({ cleaned, markers }).toEqual({
        cleaned: cleanText(text).text,
        markers: cleanText(text).markers,
      });
    else expect({ cleaned, markers }).toEqual({ cleaned: text, markers: [] });
  }
});

test('in a stream, proof in the text does not depend on where it is cut, and a run of markers is removed whole', () => {
  for (const [proves, text] of TEXTS) {
    for (let cut = 0; cut <= text.length; cut++) {
      let reported = 0;
      const filter = createMarkerFilter({
        expected: () => false,
        onEvidence: () => reported++,
        onMarker() {},
        isInjected: () => false,
      });
      filter.push(text.slice(0, cut));
      filter.push(text.slice(cut));
      filter.end();

      expect([text, reported]).toEqual([text, proves ? 1 : 0]);
      if (!proves) expect(filter.kept(0, text)).toBe(text);
    }
  }
});

test('no more than a marker is held for it: a run that grows too long is given up', () => {
  for (const isExpected of [false, true]) {
    const filter = createMarkerFilter({
      expected: () => isExpected,
      onMarker() {},
      isInjected: () => false,
    });
    for (let i = 0; i < 1000; i++) {
      filter.push('`📝 Update README`\n\n');

      expect(filter.position() - filter.decided()).toBeLessThan(4200);
    }
  }
});

test('one message of a history is evidence for the chat, lone spans are evidence for nothing', () => {
  const chat = (...texts: string[]): string =>
    JSON.stringify({
      model: 'm',
      messages: texts.flatMap((content) => [
        { role: 'user', content: '`⏰ list`\n\nmine' },
        { role: 'assistant', content },
      ]),
    });
  const commits = [
    '`📝 Update README`',
    '`🔧 Fix config`',
    'Better:\n\n`📝 Explain setup`\n\nThat says why.',
  ];
  const reported: unknown[] = [];
  const options = {
    url: OF_A_MODEL,
    expectsMarkers: () => false,
    onEvidence: (...chat: unknown[]) => void reported.push(chat),
  };

  expect(cleanRequest(chat(...commits), options)?.body).toBe(chat(...commits));
  expect(reported).toEqual([]);

  expect(
    cleanRequest(
      chat('`💻 date`\n\nIt is noon.', 'Let me check. \n`💻 date`\n\n\nAll done'),
      options,
    )?.body,
  ).toBe(chat('It is noon.', 'Let me check. \n\nAll done'));
  expect(reported).toEqual([[null]]);
});

test('one text that begins in the words of Hermes is no evidence, several replies of one chat are', () => {
  const copied = '`⏰ update`\n\n`⏰ list`\n\nIch habe den Zeitplan geändert.';
  const article = '`⏰ list`\n\nThis line is what Hermes 0.8 wrote for each call of its scheduler.';
  const menu = 'This is the menu of the bot.\n`⏰ create`\n\nSend it to the bot.';
  const chat = (texts: readonly string[]): string =>
    JSON.stringify({
      model: 'm',
      messages: texts.flatMap((content) => [
        { role: 'user', content: 'Go on.' },
        { role: 'assistant', content },
      ]),
    });
  const cleaned = (texts: readonly string[]) =>
    cleanRequest(chat(texts), { url: OF_A_MODEL, expectsMarkers: () => false });

  for (const texts of [[copied], [article], [menu, menu, menu], [article, menu]])
    expect(cleaned(texts)?.body).toBe(chat(texts));
  expect(cleaned([copied, 'Sure.', copied])?.markers).toBe(4);
  expect(cleaned([copied, '`⏰ list`\n\nYou have none.'])?.body).toBe(
    chat(['Ich habe den Zeitplan geändert.', 'You have none.']),
  );
});

test('behind a reply that begins in the words of Hermes, the next one that does is proof, and only that one', () => {
  const how = { expected: () => false, echoes: () => true };

  expect(cleanText('`⏰ update`\n\n`⏰ list`\n\nDone.', how).text).toBe('\nDone.');
  for (const text of [
    'This is the menu of the bot.\n`⏰ create`\n\nSend it to the bot.',
    '`💻 date`\n\nIt is noon.',
    '`⏰ list`\n\nis what it says.',
  ])
    expect(cleanText(text, how).text).toBe(text);
});

test('a chat of twelve turns in which a model copied markers of Hermes is cleaned wholly, on any site', () => {
  const said = [
    'Let me check. \n`⏰ list`\n\n\nYou have none.',
    '`⏰ create`\n\n\nI made one.',
    '\n`🔍 weather in Berlin`\n\n`📄 weather.example/berlin`\n\n\nIt rains.',
    '`⏰ update`\n\n`⏰ list`\n\nIch habe den Zeitplan geändert.',
    'Sure.\n`💻 date`\n\nIt is noon.',
    '`💻 ls`\n\nTwo files.',
    'I look into both.\n`📖 /srv/a.txt`\n\n`📖 /srv/b.txt`\n\nThree lines each.',
    'Here it is:\n`🐍 print(1)`\n\n\n1',
    'All set! 🎉\n`⏰ list`',
    '`📋 planning 2 task(s)`\n\n- Read it.\n- Write it.',
    '**Now the second one.**\n`🔧 src/index.ts`\n\n`💻 npm test`\n\nIt passes.',
    '`⏰ list`',
  ];
  const body = JSON.stringify({
    model: 'm',
    messages: said.flatMap((content) => [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content },
    ]),
  });

  for (const isExpected of [false, true]) {
    const cleaned = cleanRequest(body, { url: OF_A_MODEL, expectsMarkers: () => isExpected });
    expect(cleaned?.markers).toBe(16);
    expect(cleaned?.body).not.toMatch(/\p{Extended_Pictographic} (?!\n)[a-z/]/u);
  }
});

/**
 * Lines that stay where markers are expected, and whether nothing but their surroundings keeps
 * them.
 */
const KEPT: readonly (readonly [undecided: readonly string[], text: string])[] = [
  [['ls -la'], 'Sure.\n\n`💻 ls -la`\n\nThere are three files.'],
  [['ls -la'], 'Sure.\n\n`💻 ls -la`'],
  [['ls -la'], 'Sure.\n\n\n`💻 ls -la`\n\n\nThere are three files.'],
  [['ls -la'], 'Sure.\n`💻 ls -la`\nThere are three files.'],
  [['ls -la'], '`💻 ls -la`\nThere are three files.'],
  [['ls -la'], 'Sure.\n\n`💻 ls -la`\nThere are three files.'],
  [['update', 'list'], 'Sure.\n\n`⏰ update`\n\n`⏰ list`\n\nDone.'],
  [['list'], 'Ich sehe nach.\n\n`⏰ list`\n\nÜbersicht der Jobs.'],
  [['list'], '確認します。\n\n`⏰ list`\n\n三件あります。'],
  // Introduced, or part of a sentence.
  [[], 'It looks like this:\n\n`💻 ls -la`\n\nThat is all.'],
  [[], 'Press\n\n`💻 ls -la`\n\nThat is all.'],
  [[], 'Sure.\n\n`💻 ls -la`\n\nis what it says.'],
  [[], 'Sure.\n`💻 ls -la`\nis what it says.'],
  [[], '`💻 ls -la`\n, that is.'],
  // A list of lines.
  [[], 'Two commands.\n\n`💻 ls -la`\n`💻 pwd`\n\nThat is all.'],
  // No label of its tool.
  [[], 'Choose one.\n\n`📝 Update README`\n\nI like it.'],
  [[], 'Choose one.\n\n`📝 readme`\n\n`📝 Explain setup`\n\nI like it.'],
  // All that is said.
  [[], '`💻 ls -la`'],
  // In a block, a list, a quote, a sentence.
  [[], '```\nSure.\n\n`💻 ls -la`\n\nThree.\n```'],
  [[], 'Sure.\n\n- `💻 ls -la`\n\nThree.'],
  [[], 'Sure.\n\n> `💻 ls -la`\n\nThree.'],
  [[], 'Sure.\n\n`💻 ls -la` it is.\n\nThree.'],
];

test('a line that only its surroundings keep is undecided, and is reported once', () => {
  for (const [undecided, text] of KEPT) {
    const labels: string[] = [];
    const onKept = ({ label }: Marker, isProse: boolean): unknown => !isProse && labels.push(label);

    expect([text, cleanText(text, { onKept }).text, labels]).toEqual([text, text, undecided]);
    for (const deltas of everySplit(text)) {
      labels.length = 0;
      const filter = createMarkerFilter({ onMarker() {}, isInjected: () => false, onKept });
      expect([deltas, passDeltas(filter, deltas), labels]).toEqual([deltas, text, undecided]);
    }
  }
});

test('what is removed is not undecided, nor is anything where no markers are expected', () => {
  const reported: unknown[] = [];
  const onKept = (marker: unknown): unknown => reported.push(marker);

  for (const [, text, kept] of TEXTS) if (kept !== 'same') cleanText(text, { onKept });
  for (const [, text] of KEPT) cleanText(text, { expected: () => false, onKept });
  expect(reported).toEqual([]);
});

test('a marker in the gaps of Hermes is proof of its tool, one that only fits is not', () => {
  const proofs: unknown[] = [];
  const filter = createMarkerFilter({
    onMarker: ({ label }, isProof) => proofs.push([label, isProof]),
    isInjected: ({ label }) => label === 'b',
  });
  for (const delta of ['One.\n`💻 a`\n\n\nTwo.', '\n`💻 b`\n', 'Three.\n`💻 c`\n\nFour.'])
    filter.push(delta);
  filter.end();

  expect(proofs).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
  ]);
});
