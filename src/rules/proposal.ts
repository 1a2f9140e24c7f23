/** What a person makes of the lines of a reply. Pure. */
import type { Rule } from '../normalizer/rules/rule.ts';
import { rulesOf } from './active-rules.ts';
import { alike, deriveBlock, deriveRules } from './derive-rules.ts';
import { removedLines, type Reply, type ReplyLine } from './reply.ts';

/** Rules for selected lines, and what they remove from the reply. */
export interface Proposal {
  /** Empty if no rules fit. */
  readonly rules: readonly Rule[];
  readonly removed: ReadonlySet<ReplyLine>;
}

/**
 * @param selected texts of lines
 * @returns the same with another line, and with the marked lines that its rule would remove, too;
 * or without that line
 */
export function toggleLine(
  reply: Reply,
  selected: ReadonlySet<string>,
  text: string,
): ReadonlySet<string> {
  const others = textsOf(reply).filter((other) => !selected.has(other) && !reply.marked.has(other));
  if (!selected.has(text))
    return new Set([...selected, text, ...alike(text, [...reply.marked], without(others, text))]);
  return new Set(without([...selected], text));
}

/**
 * @param between whether the lines between the first and the last line of a block are removed, too
 */
export function proposeRules(
  reply: Reply,
  selected: ReadonlySet<string>,
  between: boolean,
): Proposal {
  const { text, lines, marked } = reply;
  const all = textsOf(reply);
  const block = between && deriveBlock(text, lines, selected, new Set([...selected, ...marked]));
  const chosen = all.filter((line) => selected.has(line));
  const others = all.filter((line) => !selected.has(line));
  const rules = between ? (block ? [block] : []) : deriveRules(chosen, others);
  return { rules, removed: removedLines(text, lines, rulesOf({ id: 'own', rules })) };
}

/** @returns the texts of the lines that rules can remove and do not remove yet, each once */
function textsOf({ lines, removed }: Reply): readonly string[] {
  return [
    ...new Set(
      lines.filter((line) => line.removable && !removed.has(line)).map(({ text }) => text),
    ),
  ];
}

function without(texts: readonly string[], text: string): readonly string[] {
  return texts.filter((other) => other !== text);
}
