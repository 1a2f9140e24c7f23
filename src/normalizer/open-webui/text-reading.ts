import { createHeldText } from '../cleaning/held-text.ts';
import { createTextFilter } from '../cleaning/text-filter.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import type { Evidence } from '../text/evidence.ts';
import { isHermesWorded } from '../text/hermes-words.ts';
import { readMarkerChunk, readMarkerLine, type FoundMarker, type Marker } from '../text/marker-grammar.ts';
import type { TextEnd } from '../text/text-end.ts';

export interface TextReadingOptions {
  /** It begins in the middle of the text. */
  readonly midLine: boolean;
  /** The end of the text that this one continues. */
  readonly after?: TextEnd | undefined;
  readonly rules?: CompiledRules | null | undefined;
  /** Returns whether what is found is removed. */
  cleans(): boolean;
  /** Returns whether there is evidence of markers. */
  expected(): boolean;
  onEvidence(evidence: Evidence): void;
  onText(): void;
  onTail(marker: Marker): void;
  onTailRefused(): void;
  onMarker(marker: FoundMarker): void;
  onRule(hit: RuleHit): void;
}

/** One reading of a text from its beginning, or from where it continued after a gap. */
export interface TextReading {
  /**
   * @param raw all text of this reading, with `text` at its end
   * @returns the text that is thereby decided to stay
   */
  push(text: string, raw: string): string;
  end(): void;
  /** Returns the text that is decided to stay. */
  clean(): string;
  /** Keeps one copy if nothing was removed or is held: there is no need to compare the two, either. */
  share(raw: string): void;
  /** Returns the text that may still become a marker. */
  held(): string;
  /** Something was passed on unchanged: `clean` may contain what would have been removed. */
  spared(): boolean;
}

export function createTextReading(options: TextReadingOptions): TextReading {
  let clean = '';
  let spared = false;
  let markers = 0;
  /** Offset of the line that `onTail` reported, else -1. */
  let tail = -1;
  const filter = createTextFilter({
    midLine: options.midLine,
    after: options.after,
    rules: options.rules,
    isInjected: () => false,
    expected: options.expected,
    onEvidence: options.onEvidence,
    onMarker(marker) {
      markers++;
      options.onMarker(marker);
    },
    onRule: options.onRule,
    onText: options.onText,
  });
  const pending = createHeldText(filter, options.cleans);

  function push(text: string, raw: string): string {
    const from = filter.position();
    const before = markers;
    const chunk = readMarkerChunk(text);
    if (chunk?.listed && !chunk.prose && isTightBefore(raw, raw.length - text.length)) options.onEvidence('server');
    pending.push(text);
    const out = settle();
    watchTail(from, markers > before);
    return out;
  }

  function settle(): string {
    if (!options.cleans()) spared = true;
    const out = pending.settle();
    clean += out;
    if (!options.rules && out.trim() !== '') options.onText();
    return out;
  }

  /** @param from offset of the last push: a line that began before it grows letter by letter, and is not judged yet */
  function watchTail(from: number, confirmed: boolean): void {
    const held = pending.held();
    const at = filter.suspects() ? pending.given() + (held[0] === '\n' ? 1 : 0) : -1;
    if (tail !== -1 && at !== tail) {
      if (!confirmed) options.onTailRefused();
      tail = -1;
    }
    if (at === -1 || tail !== -1 || at < from) return;
    const [line = '', ...more] = held.slice(at - pending.given()).split('\n');
    const marker = readMarkerLine(line);
    if (!marker || !(options.expected() || isHermesWorded(marker))) return;
    // Cut after an inner backtick, as in `💻 echo `: the line continues.
    if (more.length === 0 && /\s$/.test(marker.label)) return;
    tail = at;
    options.onTail(marker);
  }

  return {
    push,
    end() {
      const before = markers;
      filter.end();
      settle();
      watchTail(pending.given(), markers > before);
    },
    clean: () => clean,
    share(raw) {
      if (clean.length === raw.length) clean = raw;
    },
    held: pending.held,
    spared: () => spared,
  };
}

/** Returns whether there is no line feed before this offset, except at the very start. */
function isTightBefore(raw: string, at: number): boolean {
  return raw[at - 1] !== '\n' || raw.slice(0, at).trim() === '';
}
