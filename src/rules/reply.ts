/** A reply that a person pasted: its lines, and what rules do to them. Pure. */
import { MAX_LINE } from '../normalizer/rules/line-match.ts';
import { trimBlanks } from '../normalizer/rules/pattern.ts';
import type { ActiveRule, RulePack } from '../normalizer/rules/rule.ts';
import { tryRules } from '../normalizer/rules/try-rules.ts';
import { createFences } from '../normalizer/text/fences.ts';
import { rulesOf } from './active-rules.ts';
import { looksLikeProgress } from './progress-lines.ts';

export interface ReplyLine {
  /** Without blanks around it. */
  readonly text: string;
  /** Offset of its beginning in the reply, in UTF-16 units. */
  readonly at: number;
  /** A rule can remove it alone: it is neither blank nor too long nor in a code block. */
  readonly removable: boolean;
}

/** A pack that can be used: one that costs too much is not. */
export interface UsablePack {
  readonly pack: RulePack;
  readonly on: boolean;
  /** An administrator chose. */
  readonly locked: boolean;
}

export interface Reply {
  /** As far as it is read. */
  readonly text: string;
  readonly lines: readonly ReplyLine[];
  /** Lines that packs remove that are on. */
  readonly removed: ReadonlySet<ReplyLine>;
  /** Texts of the other removable lines that look like progress. */
  readonly marked: ReadonlySet<string>;
  /** The pack that would remove most of them; null if none would. */
  readonly offer: RulePack | null;
}

/** Most lines that are read. */
export const MAX_LINES = 500;

export function readReply(whole: string, packs: readonly UsablePack[]): Reply {
  const text = whole.split('\n', MAX_LINES).join('\n');
  const lines = linesOf(text);
  const on = packs.filter((one) => one.on);
  const off = packs.filter((one) => !one.on);
  const removed = removedLines(
    text,
    lines,
    on.flatMap(({ pack }) => rulesOf(pack)),
  );
  const rest = lines.filter((line) => line.removable && !removed.has(line));
  const marked = new Set(rest.map((line) => line.text).filter(looksLikeProgress));
  let offer: RulePack | null = null;
  let most = 0;
  for (const { pack, locked } of off) {
    const more = removedLines(text, lines, rulesOf(pack));
    for (const line of rest) if (more.has(line)) marked.add(line.text);
    const count = lines.filter((line) => more.has(line) && !removed.has(line)).length;
    if (count > most && !locked) [offer, most] = [pack, count];
  }
  return { text, lines, removed, marked, offer };
}

/** @returns those of the lines of a reply, without blank ones, that rules remove from it */
export function removedLines(
  reply: string,
  lines: readonly ReplyLine[],
  rules: readonly ActiveRule[],
): ReadonlySet<ReplyLine> {
  const ranges = tryRules(reply, rules);
  let next = 0;
  return new Set(
    lines.filter(({ text, at }) => {
      while ((ranges[next]?.[1] ?? Infinity) <= at) next++;
      return text !== '' && (ranges[next]?.[0] ?? Infinity) <= at;
    }),
  );
}

function linesOf(reply: string): readonly ReplyLine[] {
  const fences = createFences();
  let at = 0;
  return reply.split('\n').map((line) => {
    const wasInside = fences.inside();
    fences.beginLine('');
    if (Array.from(line).every((char) => fences.step(char))) fences.endLine();
    const text = trimBlanks(line);
    const isOpen = wasInside || fences.inside();
    const read = { text, at, removable: text !== '' && line.length <= MAX_LINE && !isOpen };
    at += line.length + 1;
    return read;
  });
}
