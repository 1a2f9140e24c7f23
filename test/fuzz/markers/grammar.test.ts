import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { concat } from '../../../src/lib/bytes.ts';
import { cleanText } from '../../../src/normalizer/cleaning/clean-text.ts';
import { createMarkerFilter } from '../../../src/normalizer/text/marker-filter.ts';
import { withoutSpare } from '../../normalizer/splits.ts';
import { createRandom, SEED, type Random } from '../random.ts';
import { cleanByGrammar } from './grammar.ts';
import { runs } from '../../support/speed.ts';

const EMOJI = ['💻', '⚙', '⚙️', '🐍', '📝', '📝️', '🔧', '⏰', '⏰️', '📋', '⚡', '🦄', '⚙️️'];
const LABELS = [
  'ls',
  'list',
  'update',
  'planning 2 task(s)',
  'Update README',
  'echo "today `date`"',
  'a`b`',
  'foo` differs from `bar',
  'x`',
  '`x`',
  '`x` y',
  'list',
  'reading task list',
  ' ',
  'a  b ',
  '…',
  'awk `1` | sort`',
  'x` `y',
  'a\r',
  '\t',
  'ä 💻 `⏰ list`',
  '\ud83d',
  'x\udcbb y',
  'a\u2028b',
  '<b>',
  'run',
  'x`,y',
  'src/index.ts',
  './a b',
  'my-skill',
  'skill_manage',
  'poll proc_0123456789a',
  'wait 1',
];
const OTHERS = [
  '',
  '',
  '',
  '',
  ' ',
  '\t',
  '  \t',
  '\r',
  'Words.',
  'Let me check. ',
  'Let me check:',
  'All **done.** 🎉',
  'and so on.',
  ', then',
  'Really?',
  'Use `⏰ list` now',
  '- `⏰ list`',
  '> `💻 ls`',
  ' `⏰ list`',
  '`⏰ list',
  '`⏰',
  '`',
  '``',
  '`\ud83d',
  '```',
  '```sh',
  '````',
  '~~~',
  '~~~~ x',
  '   ```',
  '    ```',
  '``` `',
  '```\r',
  '<details>',
  '</details>',
  '<details type="reasoning" done="true">',
  '`⏰list`',
  '`⏰ list` x',
  '\ud83d\udcbb',
];

function lineOf(random: Random): string {
  if (random.oneIn(2)) return random.pick(OTHERS);
  const line = `\`${random.pick(EMOJI)} ${random.pick(LABELS)}\``;
  return random.oneIn(12) ? line + random.pick([' ', '\r', '.', '`']) : line;
}

function replyOf(random: Random): string {
  let text = random.pick(['', '', '\n', '\n\n', 'Sure.\n', ' ']);
  for (let left = random.between(1, 9); left > 0; left--)
    text += lineOf(random) + random.pick(['\n', '\n', '\n\n', '\n\n', '\n\n\n', '', '\r\n']);
  return text;
}

/**
 * In a stream, a delta that is a marker as a whole follows another rule, so none is ever cut out.
 */
function piecesOf(random: Random, text: string): string[] {
  const most = random.pick([1, 3, 9, 40]);
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const size = random.between(1, most);
    const piece = text.slice(at, at + size);
    pieces.push(
      ...(piece[0] === '\n' && piece.endsWith('`\n') ? [piece.slice(0, -1), '\n'] : [piece]),
    );
    at += size;
  }
  return pieces;
}

function filtered(pieces: readonly string[], isExpected: boolean, echoes: boolean): unknown {
  const labels: string[] = [];
  let proven = false;
  const filter = createMarkerFilter({
    expected: () => isExpected,
    echoes: () => echoes,
    onEvidence: () => void (proven = true),
    onMarker: ({ label }) => void labels.push(label),
    isInjected: () => false,
  });
  let held = 0;
  for (const piece of pieces) {
    filter.push(piece);
    held = Math.max(held, filter.position() - filter.decided());
  }
  filter.end();
  expect(held).toBeLessThanOrEqual(4098);
  return { text: filter.kept(0, pieces.join('')), labels, proven };
}

const REPLIES = runs(150_000);

test('replies, cut anywhere, with evidence and without, are cleaned as the grammar says', () => {
  const counts = { labels: 0, proven: 0, kept: 0, prose: 0 };
  for (let turn = 0; turn < REPLIES; turn++) {
    const random = createRandom('marker grammar', turn);
    const text = replyOf(random);
    const isExpected = turn % 3 === 0;
    const echoes = turn % 2 === 0;
    const right = cleanByGrammar(text, isExpected, echoes);
    const got = filtered(piecesOf(random, text), isExpected, echoes);

    if (JSON.stringify(got) !== JSON.stringify(right))
      expect({ seed: SEED, turn, source: text, isExpected, echoes, ...(got as object) }).toEqual({
        seed: SEED,
        turn,
        source: text,
        isExpected,
        echoes,
        ...right,
      });
    counts.labels += right.labels.length;
    if (right.proven) counts.proven++;
    else if (!isExpected && cleanByGrammar(text, true).labels.length > 0) counts.kept++;
    else if (isExpected && right.labels.length === 0 && text.includes('`⏰ list`\n\n'))
      counts.prose++;
  }
  console.log(`Seed ${SEED}: ${JSON.stringify(counts)}`);
  // Random replies that contain no case prove nothing.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(REPLIES / 150);
});

test('all markers of a whole text are removed, or none', () => {
  for (let turn = 0; turn < runs(30_000); turn++) {
    const text = replyOf(createRandom('whole texts', turn));
    const { proven } = cleanByGrammar(text, false);
    const right = proven ? cleanByGrammar(text, true).text : text;

    const got = cleanText(text, { expected: () => false }).text;
    if (got !== right)
      expect({ seed: SEED, turn, source: text, got }).toEqual({
        seed: SEED,
        turn,
        source: text,
        got: right,
      });
  }
});

test('replies as server-sent events, cut anywhere, are cleaned as the grammar says', () => {
  for (let turn = 0; turn < runs(8000); turn++) {
    const random = createRandom('streams', turn);
    const text = replyOf(random);
    const isExpected = turn % 2 === 0;
    const frames = piecesOf(random, text).map(
      (content) =>
        `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`,
    );
    const bytes = new TextEncoder().encode(frames.join('') + 'data: [DONE]\n\n');
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      repairs: new Set(),
      expectsMarkers: () => isExpected,
    });
    const cut = random.below(bytes.length);
    const out = concat([
      ...normalizer!.push(bytes.slice(0, cut)),
      ...normalizer!.push(bytes.slice(cut)),
      normalizer!.end(),
    ]);

    const right = withoutSpare(cleanByGrammar(text, isExpected).text);
    const got = withoutSpare(joined(new TextDecoder().decode(out)));
    if (got !== right)
      expect({ seed: SEED, turn, source: text, isExpected, got }).toEqual({
        seed: SEED,
        turn,
        source: text,
        isExpected,
        got: right,
      });
  }
});

function joined(stream: string): string {
  const data = stream.split('\n').filter((line) => line.startsWith('data: {'));
  return data
    .map(
      (line) =>
        (JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] }).choices[0]
          ?.delta.content ?? '',
    )
    .join('');
}
