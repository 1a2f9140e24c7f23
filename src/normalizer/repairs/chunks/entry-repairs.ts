import { stringOf } from '../../dialects/fields.ts';
import { isObject, type JsonEdit, rawAt, rawElements } from '../../json/json-edit.ts';
import { REPAIRS } from '../all-repairs.ts';
import { isBare } from '../tool-calls/tool-call-bare-head.ts';
import { completeGrown } from '../tool-calls/tool-call-growing.ts';
import { type Calls, createCalls } from '../tool-calls/tool-call-index.ts';
import { toolCallNamePieces } from '../tool-calls/tool-call-name-pieces.ts';
import { completeNamed, toolCallNameless } from '../tool-calls/tool-call-nameless.ts';
import {
  fillsPlaceholder,
  isPlaceholder,
  toolCallPlaceholder,
} from '../tool-calls/tool-call-placeholder.ts';
import { toolCallRepeats } from '../tool-calls/tool-call-repeats.ts';
import type { SaidChoice } from '../tool-calls/tool-call-split.ts';
import {
  addEdits,
  draftOf,
  type EntryRepair,
  isWholeEntry,
  type ToolCall,
} from '../tool-calls/tool-call.ts';
import { type ChunkNotes, namesWaiting, type PlacedEntry, replacesHead } from './waiting-head.ts';

type Fields = Record<string, unknown>;

const ENTRY_REPAIRS: readonly EntryRepair[] = REPAIRS.filter((repair) => repair.stage === 'entry');

/** Longer than any name; one that grows further is not a name. */
const MAX_NAME = 1000;

/** An entry whose call is known, but nothing was repaired yet. */
interface Placed extends PlacedEntry {
  /** Id of the repair by which it replaces what waits; null if it does not. */
  readonly taken: string | null;
  /** It brings the name of the call that begins with what waits. */
  readonly names: boolean;
  /** Its call had a name before. */
  readonly isNamed: boolean;
}

/** @returns the call of an entry, and what the entry is to it; null for a call beyond the limit */
function place(draft: Fields, calls: Calls, notes: ChunkNotes, pieces: boolean): Placed | null {
  const { index, type } = draft;
  // Only one entry replaces what waits.
  const waiting = notes.replaces === null ? notes.waiting : null;
  const names = waiting !== null && namesWaiting(waiting, draft);
  if (names) {
    draft.id = waiting.beginning;
    calls.forget();
  }
  const found = calls.find(draft);
  if (!found) return null;
  const { call, unsure } = found;
  const taken = names
    ? toolCallNameless.id
    : unsure || !waiting
      ? null
      : replacesHead(waiting, draft, call, pieces);
  if (taken === toolCallNamePieces.id && isObject(draft.function))
    draft.function.name = call.name + stringOf(draft.function.name);
  const isNamed = call.name !== '';
  const replaced = taken && !names ? waiting : null;
  // An entry that begins a call is read like any other, as it will be if this stream is repaired again.
  if (replaced) {
    call.name = '';
    call.id = replaced.idBefore || stringOf(draft.id) || call.id;
  }
  return {
    ...found,
    // It is now what the head was that it replaces.
    isNew: found.isNew || (taken !== null && (waiting?.isNew ?? false)),
    draft,
    bare: isBare(draft),
    id: stringOf(draft.id),
    index,
    type,
    idBefore: replaced ? replaced.idBefore : call.id,
    taken,
    names,
    isNamed,
  };
}

/** Notes what must not be split. */
function keepTogether({ call, draft, isNew, unsure, isNamed }: Placed, notes: ChunkNotes): void {
  // After a head that left without a name: the AI SDK takes two pieces for two calls.
  if (unsure || (!isNew && !isNamed)) notes.wholes.add(draft);
  // `.stream()` of openai throws if another call continues while this one has no type.
  notes.several ||= notes.call !== null && notes.call !== call;
  notes.call = call;
  if (notes.several && !isNew && !call.typed && stringOf(draft.type) !== '') notes.together = true;
}

/** Gives an entry what only the head had that it replaces. */
function complete({ draft, call, isNew, taken, names }: Placed, notes: ChunkNotes): void {
  notes.replaces ??= taken;
  completeGrown(draft);
  if (!names || isNew) completeNamed(draft, call, notes.waiting?.type);
}

/**
 * Lets real arguments replace a waiting `{}`, or one earlier in the same delta.
 * @param fills that repair is on
 */
function fillBefore(call: ToolCall, notes: ChunkNotes, fills: boolean): void {
  const { waiting, last } = notes;
  if (waiting?.call === call && waiting.what === 'placeholder')
    notes.replaces ??= toolCallPlaceholder.id;
  const head = last?.call === call && fills ? last.draft : null;
  if (!head || notes.wholes.has(head) || !isWholeEntry(head)) return;
  if (!isObject(head.function) || !isPlaceholder(head.function)) return;
  head.function.arguments = '';
  notes.made.push(toolCallPlaceholder.id);
}

/** Adds to a call what an entry says of it. */
function learn({ call, draft, unsure }: Placed): void {
  const said = isObject(draft.function) ? draft.function : {};
  call.id ||= stringOf(draft.id);
  call.typed ||= stringOf(draft.type) !== '';
  if (!unsure) {
    const piece = said.name === call.name ? '' : stringOf(said.name);
    call.inPieces ||= call.name !== '' && piece !== '';
    call.name = (call.name + piece).slice(0, MAX_NAME);
  }
  addArguments(call, stringOf(said.arguments));
}

function addArguments(call: ToolCall, text: string): void {
  call.argued ||= text !== '' && text !== '{}';
  call.extent?.add(text);
}

function remember(placed: Placed, notes: ChunkNotes): void {
  const { mayBegin, id } = placed;
  notes.isAgain = mayBegin && id === (notes.begun || notes.waiting?.beginning);
  notes.begun = mayBegin && !notes.isAgain ? id : '';
  notes.last = placed;
}

/** What the choices of a chunk say; null for a choice without calls. */
export type Said = readonly (SaidChoice | null)[];

export interface ListedCalls {
  /** The chunk with arrays as `tool_calls`. */
  readonly text: string;
  readonly said: Said;
}

/** More choices than any response has; the calls of further ones stay unchanged. */
const MAX_CHOICES = 64;

/**
 * Repairs the calls of the chunks of one stream, choice by choice.
 * @param enabled ids of the repairs that are on
 */
export function createChoiceRepairs(enabled: ReadonlySet<string>) {
  const repairs = ENTRY_REPAIRS.filter(({ id }) => enabled.has(id));
  const pieces = enabled.has(toolCallNamePieces.id);
  const fills = enabled.has(toolCallPlaceholder.id);
  const choices = new Map<unknown, Calls>();

  function callsOf({ index }: Fields): Calls | null {
    const known = choices.get(index);
    if (known || choices.size >= MAX_CHOICES) return known ?? null;
    const calls = createCalls();
    choices.set(index, calls);
    return calls;
  }

  /**
   * Repairs an entry of `tool_calls`, in order.
   * @param draft of the entry; it is changed
   * @param rawArguments returns the original JSON text of its arguments
   */
  function repairEntry(
    draft: Fields,
    calls: Calls,
    notes: ChunkNotes,
    rawArguments: () => string,
  ): void {
    const placed = place(draft, calls, notes, pieces);
    if (!placed) return;
    const { call, isNew, unsure, taken } = placed;
    keepTogether(placed, notes);
    for (const repair of repairs) {
      if (unsure && repair === toolCallRepeats) continue;
      if (repair.repair(draft, call, isNew, rawArguments)) notes.made.push(repair.id);
    }
    if (taken) complete(placed, notes);
    else if (isObject(draft.function) && fillsPlaceholder(draft.function))
      fillBefore(call, notes, fills);
    learn(placed);
    remember(placed, notes);
  }

  /** @param textOf returns the original JSON text of the choice */
  function repairChoice(
    choice: SaidChoice,
    calls: Calls | null,
    notes: ChunkNotes,
    textOf: () => string,
  ): SaidChoice {
    let texts: string[] | null = null;
    notes.call = null;
    notes.several = false;
    notes.together = false;
    calls?.nextDelta();
    const drafts = choice.entries.map((entry, i) => {
      if (!calls || !isObject(entry)) return entry;
      const draft = draftOf(entry);
      repairEntry(draft, calls, notes, () => {
        texts ??= rawElements(textOf(), ['delta', 'tool_calls']);
        return rawAt(texts[i] ?? '', ['function', 'arguments']) ?? '';
      });
      return draft;
    });
    return { ...choice, entries: drafts, together: notes.together };
  }

  /**
   * @param chunk as it arrived
   * @param edits gets what changes the entries
   * @returns the choices with the entries repaired
   */
  return (
    chunk: Fields,
    { text, said }: ListedCalls,
    notes: ChunkNotes,
    edits: JsonEdit[],
  ): Said => {
    let texts: string[] | null = null;
    return said.map((choice, i) => {
      if (!choice) return null;
      const whole = (chunk.choices as unknown[])[i];
      const calls = isObject(whole) ? callsOf(whole) : null;
      const repaired = repairChoice(choice, calls, notes, () => {
        texts ??= rawElements(text, ['choices']);
        return texts[i] ?? '';
      });
      if (notes.made.length > 0 || notes.replaces)
        repaired.entries.forEach((draft, at) => {
          const entry = choice.entries[at];
          if (!isObject(entry) || !isObject(draft)) return;
          const path = ['choices', i, 'delta', 'tool_calls', at];
          addEdits(edits, entry, draft, path, text);
          if (isObject(entry.function) && isObject(draft.function))
            addEdits(edits, entry.function, draft.function, [...path, 'function'], text);
        });
      return repaired;
    });
  };
}
