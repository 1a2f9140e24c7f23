import type { CompiledRule, CompiledRules } from './compile-rules.ts';
import { fitPattern, isBlank, trimBlanks } from './pattern.ts';

/** A rule and a line that matches it. */
export interface Fit {
  readonly rule: CompiledRule;
  readonly values: readonly string[];
}

/** Longest line that is held, in UTF-16 units: no rule removes a longer one. */
export const MAX_LINE = 4096;

const NO_RULES: readonly CompiledRule[] = [];

/** The current line of a text, as long as it may match a rule or, in a block, the last line of one. */
export function createLineMatch({ rules }: CompiledRules) {
  let mayFit = true;
  /** The line so far, while it `mayFit`; at most MAX_LINE. */
  let line = '';
  /** Rules that begin like the line, once it has more than blanks. */
  let candidates = NO_RULES;
  /** Units of the line, without leading blanks, already compared with the beginnings of rules. */
  let compared = 0;
  /** The whole beginning of a candidate has arrived: the rest is compared when the line is complete. */
  let inRest = false;

  /** @returns whether some rule begins like the line with this part */
  function narrow(part: string): boolean {
    for (let i = 0; i < part.length; i++) {
      const unit = part.charCodeAt(i);
      if (compared === 0 && isBlank(unit)) continue;
      candidates = (compared === 0 ? rules : candidates).filter((rule) => continues(rule, compared, unit));
      compared++;
      if (candidates.length === 0) return false;
      inRest = candidates.some(({ pattern }) => pattern.slots.length > 0 && pattern.head.length <= compared);
      if (inRest) return true;
    }
    return true;
  }

  return {
    /** A line begins. @param mayFit whether it may match at all */
    start(may: boolean): void {
      mayFit = may;
      line = '';
      candidates = NO_RULES;
      compared = 0;
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
      mayFit = line.length <= MAX_LINE && (!narrows || inRest || narrow(part));
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

/** Returns whether a unit continues a match. Only blanks may follow the end of a pattern without placeholders. */
function continues({ pattern: { head } }: CompiledRule, compared: number, unit: number): boolean {
  return compared < head.length ? head.charCodeAt(compared) === unit : isBlank(unit);
}

/** @returns whether a line is the last one of the block that a fit begins */
export function endsBlock({ rule: { until } }: Fit, line: string): boolean {
  return until !== null && fitPattern(until, trimBlanks(line)) !== null;
}

/** @returns whether a line is the first one of the same block once more */
export function beginsAgain({ rule: { pattern } }: Fit, line: string): boolean {
  return fitPattern(pattern, trimBlanks(line)) !== null;
}
