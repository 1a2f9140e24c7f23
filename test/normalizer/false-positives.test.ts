import { expect, test } from 'vitest';
import { OF_A_MODEL } from '../../src/normalizer/requests/asking.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { createDice, readBlocks } from './prose-corpus.ts';
import { bytesOf, normalizeCut, sameBytes } from './splits.ts';
import { someOf } from '../support/speed.ts';

/**
 * Messages of one to three blocks of the corpus. Half of them get blocks of a small grammar between
 * them: what people and models write with code spans and emoji, none of it a marker line in its own
 * paragraph.
 */
const MESSAGES = 12_000;

const EMOJI = ['⏰', '💻', '📖', '🔍', '🐍', '⚙️', '📝', '🌐', '✅', '🚀', '🎉', '⚠️'];
const SPANS = ['list', 'npm install', 'git log', 'search "x"', 'README.md', 'date +%Y', 'a.b()'];

/** Blocks of Markdown around an emoji and the text of a code span. */
const GRAMMAR: readonly ((emoji: string, span: string) => string)[] = [
  (emoji, span) => `${emoji} Run \`${span}\` first.`,
  (emoji, span) => `Use \`${emoji} ${span}\` to see it, then \`${span}\`.`,
  (emoji, span) => `\`${emoji} ${span}\` is what the log says.`,
  (emoji, span) => `\`${emoji} ${span}\` differs from \`${span}\``,
  (emoji, span) => `\`${emoji} ${span}\`\nand the next line goes on.`,
  (emoji, span) => `## ${emoji} \`${span}\``,
  (emoji, span) => `### \`${emoji} ${span}\``,
  (emoji, span) => `- \`${emoji} ${span}\`\n- \`${span}\` ${emoji}`,
  (emoji, span) => `1. \`${emoji} ${span}\``,
  (emoji, span) => `> \`${emoji} ${span}\``,
  (emoji, span) => `| \`${emoji} ${span}\` | ${emoji} |\n| --- | --- |`,
  (emoji, span) => `**\`${emoji} ${span}\`**`,
  (emoji, span) => `\`\`${emoji} ${span}\`\``,
  (_emoji, span) => `\`${span}\``,
  (emoji) => `\`${emoji}\``,
  (emoji, span) => `\`${emoji}${span}\``,
  (emoji, span) => `    \`${emoji} ${span}\``,
  (emoji, span) => `\`\`\`sh\n${span} # ${emoji}\n\n\`${emoji} ${span}\`\n\n\`\`\``,
  (emoji, span) => `~~~\n\`${emoji} ${span}\`\n\n~~~`,
  (emoji, span) =>
    `<details>\n<summary>${emoji} ${span}</summary>\n\nSee \`${span}\`.\n\n</details>`,
];

function makeMessages(): string[] {
  const blocks = readBlocks();
  const dice = createDice();
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
  return Array.from({ length: MESSAGES }, (_, i) => {
    // From all over the corpus, whatever its length.
    const from = Math.floor((i * blocks.length) / MESSAGES);
    const own = blocks.slice(from, from + 1 + dice(3));
    return (
      i % 2 === 0 ? own : own.flatMap((block) => [pick(GRAMMAR)(pick(EMOJI), pick(SPANS)), block])
    ).join('\n\n');
  });
}

const messages = makeMessages();

test('the corpus is large and contains what could be taken for a marker', () => {
  const count = (pattern: RegExp): number => messages.filter((text) => pattern.test(text)).length;

  expect(new Set(messages).size).toBeGreaterThan(10_000);
  expect(count(/`/)).toBeGreaterThan(7000);
  expect(count(/\p{Extended_Pictographic}/u)).toBeGreaterThan(5000);
  expect(count(/^`(?:⏰|💻|📖|🔍) .*`$/mu)).toBeGreaterThan(600);
  expect(count(/^(?:```|~~~)/m)).toBeGreaterThan(1000);
});

test('outgoing, ordinary prose and code are never changed', () => {
  for (let from = 0; from < messages.length; from += 100) {
    const history = messages.slice(from, from + 100).flatMap((content) => [
      { role: 'user', content: 'go on' },
      { role: 'assistant', content },
    ]);
    const body = JSON.stringify({ model: 'm', messages: history });

    expect(cleanRequest(body, { url: OF_A_MODEL })).toMatchObject({
      body,
      markers: 0,
      asksReply: true,
    });
  }
});

test('incoming, ordinary prose and code are never changed or reported', () => {
  const reported: unknown[] = [];
  for (const [i, text] of someOf(messages, 2000).entries()) {
    const deltas = text.match(i % 3 === 0 ? /[^]{1,9}/g : /(?:\s*\S+){1,3}|\s+$/g) ?? [];
    const frames = deltas.map(
      (content) =>
        `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`,
    );
    const stream = bytesOf(frames.join('') + 'data: [DONE]\n\n');
    const { bytes, events } = normalizeCut(stream, []);
    if (!sameBytes(bytes, stream) || events.length > 0) reported.push(text, ...events);
  }
  expect(reported).toEqual([]);
});
