import fc from 'fast-check';
import { cutAt } from '../normalizer/splits.ts';

const LINES = [
  '`⏰ list`',
  '`⏰ run`',
  '`💻 npm run build`',
  '`📖 /srv/a.txt`',
  '`⏰ Remind me`',
  '`🧠 +user: "x"`',
];
const PROSE = [
  'Let me look.',
  'It looks like this:',
  'Half a sentence',
  'Done! 🎉',
  '```sh\n',
  '\n```\n',
  '- `⏰ list`',
  'and so on',
  'You have 3.',
];
const BETWEEN = ['\n', '\n', '\n\n', '\n\n\n', ' '];

const aLine = fc.constantFrom(...LINES);

/** A line that looks like a marker; in the next one another stands only behind a blank line. */
const aLikeness = fc
  .tuple(aLine, fc.constantFrom('\n\n', '\n\n\n', '\nFoo.\n', ' '))
  .map((pair) => pair.join(''));
const someProse = fc
  .tuple(fc.constantFrom(...PROSE), fc.constantFrom(...BETWEEN))
  .map((pair) => pair.join(''));

/** What a model writes: prose, and lines that look like markers, in pieces of any size. */
const written = fc
  .tuple(
    fc.array(fc.oneof(aLikeness, someProse), { minLength: 1, maxLength: 5 }),
    fc.array(fc.nat(80), { maxLength: 30 }),
  )
  .map(([parts, cuts]) => {
    const text = parts.join('');
    // No cut through a surrogate pair: JSON of servers has none.
    return cutAt(
      text,
      cuts.filter((at) => !/[\udc00-\udfff]/.test(text.charAt(at))),
    );
  });

/** A faked call, token by token. */
const faked = aLine.map((line) => [
  'Let me look.',
  '\n',
  '`',
  ...line.slice(1, -1).split(/(?= )/),
  '`',
  '\n',
  '\n\nYou have',
  ' 3.',
]);

/** A marker as Hermes 0.8 sends it: one delta, and two line feeds before the text. */
const injected = fc
  .tuple(
    fc.array(aLine, { minLength: 1, maxLength: 2 }),
    fc.constantFrom('Let me look.', 'So:', 'x '),
  )
  .map(([lines, before]) => [before, ...lines.map((line) => `\n${line}\n`), '\n\nNow I see.']);

/** The deltas of a reply, at random. */
export const aReply: fc.Arbitrary<readonly string[]> = fc
  .array(fc.oneof({ arbitrary: written, weight: 3 }, faked, injected), {
    minLength: 1,
    maxLength: 4,
  })
  .map((blocks) => blocks.flat().filter((delta) => delta !== ''));
