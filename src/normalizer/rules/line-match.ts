import type { CompiledRule, CompiledRules } from './compile-rules.ts';
import { fitPattern, trimBlanks, type Pattern } from './pattern.ts';

/** A rule and a line that matches it. */
export interface Fit {
  readonly rule: CompiledRule;
  readonly values: readonly string[];
}

/** Longest line that is held, in UTF-16 units: no rule removes a longer one. */
export const MAX_LINE = 4096;

const NO_RULES: readonly CompiledRule[] = [];

/**
 * The current line of a text, as long as it may match a rule or, in a block, the last line of one.
 */
export function createLineMatch({ rules }: CompiledRules) {
  let mayFit = true;
  /** The line so far, while it `mayFit`; at most MAX_LINE. */
  let line = '';
  /** Rules that begin like the line, once it has more than blanks. */
  let candidates = NO_RULES;
  /**
   * The whole beginning of a candidate has arrived: the rest is compared when the line is complete.
   */
  let inRest = false;

  /** @returns whether some rule begins like the line */
  function narrow(): boolean {
    const at = line.search(/[^ \t\r]/);
    if (at === -1) return true;
    const text = line.slice(at);
    candidates = rules.filter(({ pattern }) => begins(pattern, text));
    inRest = candidates.some(
      ({ pattern }) => pattern.slots.length > 0 && pattern.head.length <= text.length,
    );
    return candidates.length > 0;
  }

  return {
    /** A line begins. @param mayFit whether it may match at all */
    start(may: boolean): void {
      mayFit = may;
      line = '';
      candidates = NO_RULES;
      inRest = false;
    },
    /** Returns whether the line may still match. */
    mayFit: (): boolean => mayFit,
    /**
     * Adds the next part of the line.
     * @param narrows whether it is compared with the beginnings of rules
     * @returns whether the line may still match
     */
    add(part: string, narrows: boolean): boolean {
      line += part;
      mayFit = line.length <= MAX_LINE && (!narrows || inRest || narrow());
      return mayFit;
    },
    /** Returns the line so far, while it may match. */
    line: (): string => line,
    /** The line matches nothing, whatever comes. */
    refuse(): void {
      mayFit = false;
      line = '';
    },
    /** @returns the first rule that the line matches, with blanks around it ignored; else null */
    find(): Fit | null {
      const text = trimBlanks(line);
      for (const rule of candidates) {
        const values = fitPattern(rule.pattern, text);
        if (values) return { rule, values };
      }
      return null;
    },
  };
}

/**
 * Returns whether a line may match that begins with this text. Only blanks may follow a pattern
 * without placeholders.
 */
function begins({ head, slots }: Pattern, text: string): boolean {
  if (text.length <= head.length) return head.startsWith(text);
  return slots.length > 0 ? text.startsWith(head) : trimBlanks(text) === head;
}

/** @returns whether a line is the last one of the block that a fit begins */
export function endsBlock({ rule: { until } }: Fit, line: string): boolean {
  return until !== null && fitPattern(until, trimBlanks(line)) !== null;
}

/** @returns whether a line is the first one of the same block once more */
export function beginsAgain({ rule: { pattern } }: Fit, line: string): boolean {
  return fitPattern(pattern, trimBlanks(line)) !== null;
}
