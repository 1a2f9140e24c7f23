import { expect, test } from 'vitest';
import { cleanText, evidenceIn } from '../../../src/normalizer/cleaning/clean-text.ts';
import type { Evidence } from '../../../src/normalizer/text/evidence.ts';
import { createMarkerFilter } from '../../../src/normalizer/text/marker-filter.ts';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';

/** The evidence in a text by itself. The first ones are what people and models write. */
const TEXTS: readonly (readonly [shows: Evidence | null, text: string])[] = [
  [null, 'Commit message:\n\n`📝 Update README`\n\nIt says why.'],
  [null, 'Commit message:\n`📝 Update README`\n\nIt says why.'],
  [null, '`📝 Update README`'],
  [null, '`📝 Update README`\n\nIt says why.'],
  [null, 'Choose one:\n\n`📝 Update README`\n\n`🔧 Fix config`\n\n`⚡️ Speed up start`\n\nI like the last one.'],
  [null, '`📝 Update README`\n\n`🔧 Fix config`'],
  [null, 'Press\n\n`⏰ Remind me`\n\nto be reminded.'],
  [null, 'Wide gaps\n\n\n`📄 LICENSE`\n\n\nall over the text.'],
  [null, 'A blank line before\n\n`📄 LICENSE`\n\n\nand two behind.'],
  [null, '```\n`⏰ list`\n\n\n```'],
  [null, 'In a line: `⏰ list`\n\n\nNo.'],
  // Hermes 0.8 as recorded, joined.
  ['server', 'Let me check. \n`💻 date`\n\n\nAll done'],
  ['server', '\n`💻 sleep 1; ls`\n\n`📖 /srv/sample.txt`\n\n\nNow one. \n`💻 exit 3`\n\n\nFinished'],
  // The same as pages store it, trimmed.
  ['server', '`💻 date`\n\n\nAll done'],
  ['text', '`⏰ update`\n\n`⏰ list`\n\nIch habe den Schedule aktualisiert.'],
  ['text', 'Sure.\n\n`📋 planning 2 task(s)`\n\nDone.'],
  ['text', 'Sure.\n\n`🧠 +memory: "likes tea"`\n\nI will remember.'],
  ['text', 'Sure.\n\n`⚙️ poll proc_0123456789a`\n\nIt runs.'],
  ['text', 'Sure.\n\n`📸 browser_snapshot`'],
  // Once markers are expected, no more evidence is searched for.
  ['text', 'Sure.\n\n`⏰ list`\n\nAnd\n`💻 date`\n\n\nAll done'],
];

test.each(TEXTS)('%s: %j', (shows, text) => {
  expect(evidenceIn(text)).toBe(shows);
});

test('without evidence a text stays; with its own, all its markers are removed, earlier ones too', () => {
  for (const [shows, text] of TEXTS) {
    const reported: Evidence[] = [];
    const { text: cleaned, markers } = cleanText(text, {
      expected: () => false,
      onEvidence: (evidence) => reported.push(evidence),
    });

    expect(reported).toEqual(shows ? [shows] : []);
    if (shows)
      expect({ cleaned, markers }).toEqual({ cleaned: cleanText(text).text, markers: cleanText(text).markers });
    else expect({ cleaned, markers }).toEqual({ cleaned: text, markers: [] });
  }
});

test('in a stream, evidence in the text does not depend on where it is cut, and a run of markers is removed whole', () => {
  for (const [shows, text] of TEXTS) {
    for (let cut = 0; cut <= text.length; cut++) {
      let found: Evidence | null = null;
      const filter = createMarkerFilter({
        expected: () => false,
        onEvidence: (evidence) => (found = found === 'server' ? found : evidence),
        onMarker() {},
        isInjected: () => false,
      });
      filter.push(text.slice(0, cut));
      filter.push(text.slice(cut));
      filter.end();

      expect(found).toBe(shows);
      if (!shows) expect(filter.kept(0, text)).toBe(text);
    }
  }
});

test('no more than a marker is held for it: a run that grows too long is given up', () => {
  const filter = createMarkerFilter({ expected: () => false, onMarker() {}, isInjected: () => false });
  const line = '`📝 Update README`\n\n';
  for (let i = 0; i < 1000; i++) {
    filter.push(line);

    expect(filter.position() - filter.decided()).toBeLessThan(4200);
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
  const commits = ['`📝 Update README`', '`🔧 Fix config`', 'Better:\n\n`📝 Explain setup`\n\nThat says why.'];
  const reported: unknown[] = [];
  const options = { expectsMarkers: () => false, onEvidence: (...evidence: unknown[]) => void reported.push(evidence) };

  expect(cleanRequest(chat(...commits), options)?.body).toBe(chat(...commits));
  expect(reported).toEqual([]);

  expect(cleanRequest(chat('`💻 date`\n\nIt is noon.', 'Let me check. \n`💻 date`\n\n\nAll done'), options)?.body).toBe(
    chat('It is noon.', 'Let me check. \n\nAll done'),
  );
  expect(reported).toEqual([['server', null]]);
});
