import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { concat } from '../../src/lib/bytes.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { blocksOf } from './prose-corpus.ts';
import { on } from '../support/on.ts';

// Some millions of characters; on a busy machine that takes a while.
vi.setConfig({ testTimeout: 120_000 });

/**
 * The corpus: README, CHANGELOG and other Markdown files of the packages installed for development, all openly
 * licensed, cut into messages of one to three blocks. Half of the messages get blocks of a small grammar between them:
 * what people and models write with code spans and emoji, none of it a marker line in its own paragraph.
 */
const PACKAGES = resolve(import.meta.dirname, '../../node_modules');
/** The other packages are the same on every machine; this one contains the binary of one platform. */
const LEFT_OUT = /^(?:\.|node(?:\/|$))|(?:^|\/)licen[cs]e/i;
const MESSAGES = 12_000;
/** Longest block that is used: tables of hundreds of lines add nothing new. */
const MAX_BLOCK = 800;

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
  (emoji, span) => `<details>\n<summary>${emoji} ${span}</summary>\n\nSee \`${span}\`.\n\n</details>`,
];

/** The same numbers in every run. @returns a whole number from 0 to `below` - 1 */
function createDice(): (below: number) => number {
  let state = 42;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function makeMessages(): string[] {
  const files = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && !LEFT_OUT.test(file.replaceAll('\\', '/')),
  );
  const read = files
    .toSorted()
    .flatMap((file) => blocksOf(readFileSync(join(PACKAGES, file), 'utf8').replaceAll('\r\n', '\n')))
    .filter(({ length }) => length <= MAX_BLOCK);
  // Packages of one family repeat each other.
  const blocks = [...new Set(read)];
  const dice = createDice();
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
  return Array.from({ length: MESSAGES }, (_, i) => {
    // From all over the corpus, whatever its length.
    const from = Math.floor((i * blocks.length) / MESSAGES);
    const own = blocks.slice(from, from + 1 + dice(3));
    return (i % 2 === 0 ? own : own.flatMap((block) => [pick(GRAMMAR)(pick(EMOJI), pick(SPANS)), block])).join('\n\n');
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

    expect(cleanRequest(body)).toMatchObject({ body, markers: 0, asksReply: true });
  }
});

test('incoming, ordinary prose and code are never changed or reported', () => {
  const reported: unknown[] = [];
  for (const [i, text] of messages.entries()) {
    const deltas = text.match(i % 3 === 0 ? /[^]{1,9}/g : /(?:\s*\S+){1,3}|\s+$/g) ?? [];
    const frames = deltas.map(
      (content) => `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`,
    );
    const stream = new TextEncoder().encode(frames.join('') + 'data: [DONE]\n\n');
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      sessionId: null,
      isReply: true,
      report: on({ progress: ({ progress }) => reported.push(text, progress) }),
    });

    const out = concat([...(normalizer?.push(stream.slice()) ?? []), normalizer?.end() ?? new Uint8Array()]);

    if (Buffer.compare(out, stream) !== 0) expect(new TextDecoder().decode(out)).toBe(new TextDecoder().decode(stream));
  }
  expect(reported).toEqual([]);
});
