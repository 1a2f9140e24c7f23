/**
 * Reads the badges as a person sees them. The page cannot, as they are in closed shadow roots, but
 * the browser's own protocols can look inside.
 */
import type { Page } from 'puppeteer-core';
import { HOST_NAME } from '../../badges/look/host-name.ts';
import type { Driver } from '../browsers/driver.ts';
import { readShadowRoots, type ShadowNode } from '../browsers/shadow-roots.ts';

export interface BadgesSeen {
  /** One text for each tool line shown, its state in words included. */
  readonly lines: readonly string[];
  /** For each line, how long its tool has run as displayed, such as "3 s"; '' for nothing. */
  readonly times: readonly string[];
  /** How many of the lines are still running. */
  readonly running: number;
  /** Texts of fold buttons, such as "2 tools · 3.1 s". */
  readonly folds: readonly string[];
  /** Sentences about whole replies, such as that a call was not allowed. */
  readonly truths: readonly string[];
  /** What whole replies took, below unfolded lines. */
  readonly sums: readonly string[];
  /** Texts of the files that replies hand over. */
  readonly files: readonly string[];
  /** Notes about faked calls. */
  readonly notes: number;
  /** What they say, with what is unfolded. */
  readonly said: readonly string[];
}

/** @returns the badges that the page shows */
export async function readBadges(driver: Driver, page: Page): Promise<BadgesSeen> {
  return seenIn(await readShadowRoots(driver, page, HOST_NAME));
}

/** @returns the badges of some hosts. @param roots what is in them */
export function seenIn(roots: readonly ShadowNode[]): BadgesSeen {
  const shown = (name: string) => roots.flatMap((root) => withClass(root, name));
  const lines = shown('line');
  return {
    lines: lines.map(textOf),
    times: lines.map((line) =>
      withClass(line, 'time')
        .map((time) => wordsOf(time))
        .join(),
    ),
    running: lines.filter((line) => classesOf(line).includes('running')).length,
    folds: shown('fold').map(textOf),
    truths: shown('truth').map((sentence) => wordsOf(sentence)),
    sums: shown('sum').map((sum) => wordsOf(sum)),
    files: shown('chip').map((chip) => wordsOf(chip)),
    notes: shown('faked').length,
    said: shown('faked').map((note) => wordsOf(note)),
  };
}

function classesOf({ attributes }: ShadowNode): string[] {
  return (attributes.class ?? '').split(' ');
}

function isHidden({ attributes }: ShadowNode): boolean {
  return 'hidden' in attributes;
}

function withClass(node: ShadowNode, name: string): ShadowNode[] {
  if (isHidden(node)) return [];
  if (classesOf(node).includes(name)) return [node];
  return node.children.flatMap((child) => withClass(child, name));
}

/** What a screen reader would say, and the emoji. The displayed time is in those words too. */
function textOf(node: ShadowNode): string {
  return classesOf(node).includes('time') ? '' : wordsOf(node, textOf);
}

function wordsOf(node: ShadowNode, inner: (child: ShadowNode) => string = wordsOf): string {
  return (isHidden(node) ? '' : node.text + node.children.map((child) => inner(child)).join(' '))
    .replace(/\s+/g, ' ')
    .trim();
}
