import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Prose of people about software: README, CHANGELOG and other documents of the packages installed
 * for development, and the comments on their declarations. All are openly licensed and the same on
 * every machine.
 */
const PACKAGES = resolve(import.meta.dirname, '../../node_modules');
/**
 * The other packages are the same on every machine; this one contains the binary of one platform.
 */
const LEFT_OUT = /^(?:\.|node(?:\/|$))|(?:^|\/)licen[cs]e/i;
/** Longest block that is used: tables of hundreds of lines add nothing new. */
const MAX_BLOCK = 800;

/** The same numbers in every run. @returns a whole number from 0 to `below` - 1 */
export function createDice(): (below: number) => number {
  let state = 42;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * @returns the paragraphs, lists and whole code blocks of Markdown files, split at blank lines,
 * each once
 */
export function readBlocks(): readonly string[] {
  return distinct(filesLike(/\.md$/).flatMap((file) => blocksOf(read(file))));
}

/** @returns the comments on declarations of libraries, without their stars, each once */
export function readComments(): readonly string[] {
  const comments = filesLike(/\.d\.[cm]?ts$/).flatMap(
    (file) => read(file).match(/\/\*\*[^]*?\*\//g) ?? [],
  );
  return distinct(
    comments
      .map((comment) =>
        comment
          .slice(3, -2)
          .replace(/^[ \t]*\* ?/gm, '')
          .trim(),
      )
      .filter(({ length }) => length > 60),
  );
}

/**
 * @param count how many
 * @returns as many different messages: one to three blocks of one document, or the comment on one
 * declaration
 */
export function makeProse(count: number): readonly string[] {
  const dice = createDice();
  const [blocks, comments] = [readBlocks(), readComments()];
  const messages = new Set(comments.slice(0, count / 2));
  for (let at = 0; messages.size < count && at < count * 10; at++) {
    const from = at % blocks.length;
    messages.add(blocks.slice(from, from + 1 + dice(3)).join('\n\n'));
  }
  return [...messages];
}

function filesLike(name: RegExp): readonly string[] {
  const files = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => name.test(file) && !LEFT_OUT.test(file.replaceAll('\\', '/')))
    .toSorted();
}

function read(file: string): string {
  return readFileSync(join(PACKAGES, file), 'utf8').replaceAll('\r\n', '\n');
}

/** Packages of one family repeat each other. */
function distinct(blocks: readonly string[]): readonly string[] {
  return [...new Set(blocks.filter(({ length }) => length <= MAX_BLOCK))];
}

/** Splits a text at its blank lines into paragraphs, lists and whole code blocks. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let block = '';
  let fence = '';
  for (const line of markdown.split('\n')) {
    const [found = ''] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') fence = found.trim();
    else if (found.trim().startsWith(fence) && line.trim() === found.trim()) fence = '';
    if (line.trim() !== '' || fence !== '') block += (block === '' ? '' : '\n') + line;
    else if (block !== '') {
      blocks.push(block);
      block = '';
    }
  }
  // An unclosed code block, as in truncated files, would swallow what follows.
  return fence === '' && block !== '' ? [...blocks, block] : blocks;
}
