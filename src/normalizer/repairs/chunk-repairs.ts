import { isObject } from '../json-text.ts';
import { createCalls, toolCallIndex, type Calls } from './tool-call-index.ts';
import { stringOf, type EntryRepair, type ToolCall } from './tool-call.ts';
import { repairContainer, TOOL_CALL_CONTAINER } from './tool-call-container.ts';
import { toolCallArguments } from './tool-call-arguments.ts';
import { isBare, toolCallBareHead } from './tool-call-bare-head.ts';
import { toolCallEmptyFields } from './tool-call-empty-fields.ts';
import { completeGrown, hasGrown, mayGrow, TOOL_CALL_GROWING } from './tool-call-growing.ts';
import { fillsPlaceholder, isPlaceholder, TOOL_CALL_PLACEHOLDER } from './tool-call-placeholder.ts';
import { toolCallRepeats } from './tool-call-repeats.ts';
import { splitChunk, TOOL_CALL_SPLIT } from './tool-call-split.ts';

type Fields = Record<string, unknown>;

/** What becomes of one chunk of a chat completion. */
export interface RepairedChunk {
  /** The chunks to send instead, in order; null: the chunk as it came. */
  readonly parts: readonly Fields[] | null;
  /** The last part, or the chunk as it came, is to wait: the next message of the stream may replace it. */
  readonly waits: boolean;
  /** Ids of the repairs that `parts` have had, once for each entry of `tool_calls`. */
  readonly made: readonly string[];
  /** Id of the repair by which this chunk takes the place of what waited, which is not sent; null where it does not. */
  readonly replaces: string | null;
}

/** Repairs the chunks of one stream. */
export interface ChunkRepairs {
  /**
   * @param chunk a message of the stream, in order; freshly parsed, as it may be changed in place
   * @param stillWaits what was to wait has not been sent
   */
  repair(chunk: Fields, stillWaits: boolean): RepairedChunk;
}

/** In this order: each builds on those before it. */
const ENTRY_REPAIRS: readonly EntryRepair[] = [toolCallIndex, toolCallEmptyFields, toolCallArguments, toolCallRepeats, toolCallBareHead];

/** More choices than any answer has; the calls of further ones stay as they are. */
const MAX_CHOICES = 64;

/** @param enabled ids of the repairs that are on */
export function createChunkRepairs(enabled: ReadonlySet<string>): ChunkRepairs {
  const repairs = ENTRY_REPAIRS.filter(({ id }) => enabled.has(id));
  const choices = new Map<unknown, Calls>();
  /** The call that waits, and what of it. */
  let waiting: { readonly call: ToolCall; readonly isNew: boolean; readonly what: 'head' | 'placeholder' } | null = null;
  // Of the running chunk.
  let made: string[] = [];
  let replaces: string | null = null;
  /** Changed by what `replaces` names. */
  let completed = false;
  let last: { readonly call: ToolCall; readonly isNew: boolean; readonly bare: boolean } | null = null;

  function callsOf({ index }: Fields): Calls | null {
    const known = choices.get(index);
    if (known || choices.size >= MAX_CHOICES) return known ?? null;
    const calls = createCalls();
    choices.set(index, calls);
    return calls;
  }

  function repairChoice(choice: unknown): void {
    if (!isObject(choice) || !isObject(choice.delta) || !('tool_calls' in choice.delta)) return;
    if (enabled.has(TOOL_CALL_CONTAINER) && repairContainer(choice.delta)) made.push(TOOL_CALL_CONTAINER);
    const entries = choice.delta.tool_calls;
    const calls = Array.isArray(entries) ? callsOf(choice) : null;
    if (calls) for (const entry of entries as unknown[]) if (isObject(entry)) repairEntry(entry, calls);
  }

  function repairEntry(entry: Fields, calls: Calls): void {
    const found = calls.find(entry);
    const { call } = found;
    const grown = waiting?.call === call && waiting.what === 'head' && hasGrown(entry, call);
    if (grown) call.name = '';
    // It is now what the head was in whose place it comes.
    const isNew = found.isNew || (grown && (waiting?.isNew ?? false));
    const bare = isBare(entry);
    for (const repair of repairs) if (repair.repair(entry, call, isNew)) made.push(repair.id);
    const said = isObject(entry.function) ? entry.function : {};
    if (grown) {
      replaces ??= TOOL_CALL_GROWING;
      completed = completeGrown(entry) || completed;
    } else if (waiting?.call === call && waiting.what === 'placeholder' && fillsPlaceholder(said)) replaces ??= TOOL_CALL_PLACEHOLDER;
    const text = stringOf(said.arguments);
    call.id ||= stringOf(entry.id);
    call.name += stringOf(said.name);
    call.argued ||= text !== '' && text !== '{}';
    last = { call, isNew, bare };
  }

  /** @param cut the chunk is the last part of several */
  function wait({ choices: said, usage }: Fields, cut: boolean): typeof waiting {
    const [choice] = Array.isArray(said) && said.length === 1 ? (said as unknown[]) : [];
    if (!last || !isObject(choice) || !isObject(choice.delta) || choice.finish_reason || usage) return null;
    const { tool_calls: entries } = choice.delta;
    const [entry] = Array.isArray(entries) && entries.length === 1 ? (entries as unknown[]) : [];
    if (!isObject(entry) || !isObject(entry.function)) return null;
    if (enabled.has(TOOL_CALL_GROWING) && last.bare && mayGrow(choice.delta, entry.function)) return { ...last, what: 'head' };
    return cut && enabled.has(TOOL_CALL_PLACEHOLDER) && isPlaceholder(entry.function) ? { ...last, what: 'placeholder' } : null;
  }

  return {
    repair(chunk, stillWaits) {
      if (!stillWaits) waiting = null;
      made = [];
      replaces = null;
      completed = false;
      last = null;
      if (Array.isArray(chunk.choices)) (chunk.choices as unknown[]).forEach(repairChoice);
      const split = last && enabled.has(TOOL_CALL_SPLIT) ? splitChunk(chunk) : null;
      if (split) made.push(TOOL_CALL_SPLIT);
      waiting = wait(split?.[split.length - 1] ?? chunk, split !== null);
      return { parts: split ?? (made.length > 0 || completed ? [chunk] : null), waits: waiting !== null, made, replaces };
    },
  };
}
