import { isObject, rawAt, rawElements, type JsonEdit } from '../../json/json-edit.ts';
import { createCalls, type Calls } from '../tool-calls/tool-call-index.ts';
import type { SaidChoice } from '../tool-calls/tool-call-split.ts';
import { draftOf, editsOf } from '../tool-calls/tool-call.ts';
import type { ChunkNotes } from './chunk-notes.ts';
import { createEntryRepairs } from './entry-repairs.ts';

type Fields = Record<string, unknown>;

/** What the choices of a chunk say; null for a choice without calls. */
export type Said = readonly (SaidChoice | null)[];

export interface ListedCalls {
  /** The chunk with arrays as `tool_calls`. */
  readonly text: string;
  readonly said: Said;
}

/** Repairs the calls of a chunk, choice by choice. */
export interface ChoiceRepairs {
  /**
   * @param chunk as it arrived
   * @param listed its calls
   * @param edits gets what changes the entries
   * @returns what the choices say with the entries repaired
   */
  repair(chunk: Fields, listed: ListedCalls, notes: ChunkNotes, edits: JsonEdit[]): Said;
}

/** More choices than any response has; the calls of further ones stay unchanged. */
const MAX_CHOICES = 64;

/** @param enabled ids of the repairs that are on */
export function createChoiceRepairs(enabled: ReadonlySet<string>): ChoiceRepairs {
  const entries = createEntryRepairs(enabled);
  const choices = new Map<unknown, Calls>();

  function callsOf({ index }: Fields): Calls | null {
    const known = choices.get(index);
    if (known || choices.size >= MAX_CHOICES) return known ?? null;
    const calls = createCalls();
    choices.set(index, calls);
    return calls;
  }

  function repair(chunk: Fields, { text, said }: ListedCalls, notes: ChunkNotes, edits: JsonEdit[]): Said {
    let texts: string[] | null = null;
    return said.map((choice, i) => {
      if (!choice) return null;
      const whole = (chunk.choices as unknown[])[i];
      const calls = isObject(whole) ? callsOf(whole) : null;
      const repaired = repairChoice(choice, calls, notes, () => {
        texts ??= rawElements(text, ['choices']);
        return texts[i] ?? '';
      });
      repaired.entries.forEach((draft, at) => {
        const entry = choice.entries[at];
        if (notes.changes.has(draft) && isObject(entry) && isObject(draft))
          edits.push(...editsOf(entry, draft, ['choices', i, 'delta', 'tool_calls', at], text));
      });
      return repaired;
    });
  }

  /** @param textOf returns the original JSON text of the choice */
  function repairChoice(choice: SaidChoice, calls: Calls | null, notes: ChunkNotes, textOf: () => string): SaidChoice {
    let texts: string[] | null = null;
    notes.seen = new Set();
    notes.together = false;
    const drafts = choice.entries.map((entry, i) => {
      if (!calls || !isObject(entry)) return entry;
      const draft = draftOf(entry);
      const isChanged = entries.repair(draft, calls, notes, () => {
        texts ??= rawElements(textOf(), ['delta', 'tool_calls']);
        return rawAt(texts[i] ?? '', ['function', 'arguments']) ?? '';
      });
      if (isChanged) notes.changes.add(draft);
      return draft;
    });
    return { ...choice, entries: drafts, together: notes.together };
  }

  return { repair };
}
