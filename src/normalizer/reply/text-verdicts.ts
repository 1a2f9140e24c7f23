import { cleanText } from '../cleaning/clean-text.ts';
import type { Reading } from '../dialects/dialect.ts';
import type { StringEdit } from '../json/json-edit.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import type { TextName } from './channels.ts';
import { createGrowingTexts, type GrowingTexts, type GrowingTextsOptions } from './growing-texts.ts';
import type { Judged, Verdict } from './judged.ts';
import { createRepeatedTexts } from './repeated-texts.ts';
import type { TextBeginning } from './text-beginning.ts';

export interface TextVerdictsOptions extends Omit<GrowingTextsOptions, 'onKept'> {
  readonly beginning: TextBeginning;
  /** Returns whether messages may repeat texts; if none does, none is remembered. */
  remembers(): boolean;
}

/** Judges the texts of the messages of one reply: deltas, whole texts, and copies of either. */
export interface TextVerdicts extends Pick<GrowingTexts, 'channels' | 'giveUp' | 'lose' | 'suspects' | 'release'> {
  judge(reading: Reading, nameOf: (channel: string) => TextName): Judged;
}

const KEEP: Verdict = { kind: 'keep' };
/** Judges a message of which nothing depends on texts. */
export const KEPT: Judged = { removed: false, verdict: () => KEEP };

export function createTextVerdicts(options: TextVerdictsOptions): TextVerdicts {
  const { rules, server, found, beginning } = options;
  const said = createRepeatedTexts();
  const growing = createGrowingTexts({ ...options, wrap, onKept: beginning.add });
  const how = { rules, expected: server.expectsMarkers, onEvidence: server.prove };

  function wrap(filter: MarkerFilter, channel: string): MarkerFilter {
    return options.wrap(options.remembers() ? said.remember(filter) : filter, channel);
  }

  function judgeWhole(text: string, channel: string): () => string {
    const cleaned = cleanText(text, how);
    cleaned.markers.forEach(found.inWhole);
    cleaned.hits.forEach(found.hitInWhole);
    if (options.remembers()) said.add(text, cleaned.text);
    return () => {
      const kept = options.cleans() ? cleaned.text : text;
      beginning.add(channel, kept);
      return kept;
    };
  }

  function judgeCopy(text: string): () => string {
    const known = said.find(text);
    return () => (options.cleans() ? (known?.() ?? cleanText(text, how).text) : text);
  }

  return {
    ...growing,
    judge(reading, nameOf) {
      const { texts = [] } = reading;
      if (texts.length === 0) return KEPT;
      /** Functions that return the result for each text once it is known. */
      const pending = texts.map(({ kind, text, channel }) => {
        if (kind === 'delta') return growing.push(text, nameOf(channel));
        return kind === 'copy' ? judgeCopy(text) : judgeWhole(text, channel);
      });
      return { removed: false, verdict: verdictOf(reading, pending) };
    },
    release(isComment) {
      growing.release(isComment);
      said.turn();
    },
  };
}

/**
 * @param pending for each text of the message, a function that returns what stays of it; null while that is not decided
 * @returns the verdict on the message; null until all of them are known
 */
function verdictOf({ texts = [], onlyText }: Reading, pending: readonly (() => string | null)[]): () => Verdict | null {
  const edits: StringEdit[] = [];
  let known = 0;
  let empty = true;
  return () => {
    for (; known < texts.length; known++) {
      const slot = texts[known];
      const value = pending[known]?.() ?? null;
      if (value === null || !slot) return null;
      if (value !== slot.text) edits.push({ path: slot.path, value });
      if (value !== '') empty = false;
    }
    if (edits.length === 0) return KEEP;
    return { kind: empty && onlyText ? 'remove' : 'edit', edits };
  };
}
