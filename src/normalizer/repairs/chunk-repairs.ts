import { editJson, isObject, rawAt, rawElements, type JsonEdit, type JsonPath } from '../json/json-edit.ts';
import { createFirstRoles, FIRST_ROLE } from './first-role.ts';
import { createCalls, keyOf, toolCallIndex, type Calls, type FoundCall } from './tool-calls/tool-call-index.ts';
import { draftOf, editsOf, isWholeEntry, stringOf, type EntryRepair, type ToolCall } from './tool-calls/tool-call.ts';
import { repairOfContainer, TOOL_CALL_CONTAINER } from './tool-calls/tool-call-container.ts';
import { toolCallArguments } from './tool-calls/tool-call-arguments.ts';
import { isBare, toolCallBareHead } from './tool-calls/tool-call-bare-head.ts';
import { toolCallEmptyFields } from './tool-calls/tool-call-empty-fields.ts';
import { completeGrown, hasGrown, mayGrow, standsAlone, TOOL_CALL_GROWING } from './tool-calls/tool-call-growing.ts';
import { completeNamed, isNameless, TOOL_CALL_NAMELESS } from './tool-calls/tool-call-nameless.ts';
import { isPiece, TOOL_CALL_NAME_PIECES } from './tool-calls/tool-call-name-pieces.ts';
import { fillsPlaceholder, isPlaceholder, TOOL_CALL_PLACEHOLDER } from './tool-calls/tool-call-placeholder.ts';
import { toolCallRepeats } from './tool-calls/tool-call-repeats.ts';
import { splitChunk, TOOL_CALL_SPLIT, type SaidChoice } from './tool-calls/tool-call-split.ts';

type Fields = Record<string, unknown>;

/** The result for one chunk of a chat completion. */
export interface RepairedChunk {
  /** JSON texts of the chunks to send instead, in order; null to send the chunk unchanged. */
  readonly parts: readonly string[] | null;
  /** The last part, or the unchanged chunk, must wait: the next message of the stream may replace it. */
  readonly waits: boolean;
  /** The waiting chunk continues to wait: this one is empty and leaves before it. */
  readonly passes: boolean;
  /** Ids of the repairs in `parts`, once for each entry of `tool_calls`. */
  readonly made: readonly string[];
  /** Id of the repair by which this chunk replaces the waiting one, which is then not sent; null if it does not. */
  readonly replaces: string | null;
}

/** Repairs the chunks of one stream. */
export interface ChunkRepairs {
  /**
   * @param chunk a message of the stream, in order, parsed; not modified
   * @param text the same as JSON text; edited in place, so that unrepaired parts keep their bytes
   * @param stillWaits whether the chunk that was to wait has not been sent
   */
  repair(chunk: Fields, text: string, stillWaits: boolean): RepairedChunk;
  /**
   * @returns the call that the last chunk with calls continued, if only arguments arrived and no repair depended on them
   */
  going(): GoingCall | null;
  /** Takes a chunk that differs from that one only in its arguments. Nothing may be waiting. */
  goOn(going: GoingCall, args: string): void;
  /** Returns whether comments may leave before what waits. */
  lets(): boolean;
  /** Returns whether messages without calls must be examined, too. */
  readsAll(): boolean;
}

/** A call that continues, entry by entry; replaced after each chunk with calls that was examined. */
export interface GoingCall {
  readonly call: ToolCall;
  /** Ids of the repairs that every such chunk needs, whatever its arguments are. */
  readonly made: readonly string[];
}

/** In this order: each repair builds on those before it. */
const ENTRY_REPAIRS: readonly EntryRepair[] = [
  toolCallIndex,
  toolCallEmptyFields,
  toolCallArguments,
  toolCallRepeats,
  toolCallBareHead,
];

/** Repairs that make the same of every chunk that continues a call, whatever its arguments are. */
const STEADY: readonly string[] = [toolCallIndex.id, toolCallEmptyFields.id];

/** More choices than any response has; the calls of further ones stay unchanged. */
const MAX_CHOICES = 64;

const NOTHING: RepairedChunk = { parts: null, waits: false, passes: false, made: [], replaces: null };

/** What waits: the head of a call whose name may grow or is missing, or `{}` that real arguments may follow. */
interface Waiting {
  readonly call: ToolCall;
  readonly isNew: boolean;
  readonly what: 'head' | 'nameless' | 'placeholder';
  /** It arrived without arguments, not even empty ones. */
  readonly bare: boolean;
  readonly type: unknown;
  /** Its delta has the role of the choice. */
  readonly hasRole: boolean;
  /** Its original index. */
  readonly index: unknown;
  /** The id that its call had before it. */
  readonly idBefore: string;
  /** The id of another call that begins with it if a name comes next. */
  readonly beginning: string;
}

/** @param enabled ids of the repairs that are on */
export function createChunkRepairs(enabled: ReadonlySet<string>): ChunkRepairs {
  const repairs = ENTRY_REPAIRS.filter(({ id }) => enabled.has(id));
  const pieces = enabled.has(TOOL_CALL_NAME_PIECES);
  const roles = enabled.has(FIRST_ROLE) ? createFirstRoles() : null;
  const choices = new Map<unknown, Calls>();
  let waiting: Waiting | null = null;
  let going: GoingCall | null = null;
  // State of the current chunk:
  let made: string[] = [];
  let edits: JsonEdit[] = [];
  let replaces: string | null = null;
  /** Drafts that differ from their entries. */
  let changes = new Set<unknown>();
  /** Entries that must not be split. */
  let wholes = new Set<unknown>();
  /** The calls of the current choice so far. */
  let seen = new Set<ToolCall>();
  /** Its entries must not be split. */
  let together = false;
  /** The id of an earlier entry in the current chunk that may begin another call. */
  let begun = '';
  let last:
    | (FoundCall & {
        readonly bare: boolean;
        readonly draft: Fields;
        readonly id: string;
        readonly index: unknown;
        readonly type: unknown;
        readonly again: boolean;
        readonly idBefore: string;
      })
    | null = null;

  function callsOf({ index }: Fields): Calls | null {
    const known = choices.get(index);
    if (known || choices.size >= MAX_CHOICES) return known ?? null;
    const calls = createCalls();
    choices.set(index, calls);
    return calls;
  }

  /** @returns the chunk with arrays as `tool_calls`, and what its choices say; null for a choice without calls */
  function listCalls(chunk: Fields, text: string): { readonly text: string; readonly said: (SaidChoice | null)[] } {
    const lists: JsonEdit[] = [];
    const said = (Array.isArray(chunk.choices) ? (chunk.choices as unknown[]) : []).map(
      (choice, i): SaidChoice | null => {
        if (!isObject(choice) || !isObject(choice.delta) || !Object.hasOwn(choice.delta, 'tool_calls')) return null;
        const { delta, finish_reason: finish } = choice;
        const path = ['choices', i, 'delta', 'tool_calls'];
        const repair = enabled.has(TOOL_CALL_CONTAINER) ? repairOfContainer(delta) : null;
        if (repair) made.push(TOOL_CALL_CONTAINER);
        if (repair === 'wrap') lists.push({ path, json: `[${rawAt(text, path)}]` });
        if (repair === 'remove') lists.push({ path, remove: true });
        const entries = repair === 'wrap' ? [delta.tool_calls] : delta.tool_calls;
        return Array.isArray(entries) && entries.length > 0 ? { delta, entries, finish, together: false } : null;
      },
    );
    return { text: editJson(text, lists), said };
  }

  function repairEntries(
    choice: unknown,
    { delta, entries, finish }: SaidChoice,
    path: JsonPath,
    text: string,
    choiceText: () => string,
  ): SaidChoice {
    const calls = isObject(choice) ? callsOf(choice) : null;
    let texts: string[] | null = null;
    seen = new Set();
    together = false;
    const drafts = entries.map((entry, i) => {
      if (!calls || !isObject(entry)) return entry;
      const draft = draftOf(entry);
      const changed = repairEntry(draft, calls, () => {
        texts ??= rawElements(choiceText(), ['delta', 'tool_calls']);
        return rawAt(texts[i] ?? '', ['function', 'arguments']) ?? '';
      });
      if (changed) changes.add(draft);
      return draft;
    });
    drafts.forEach((draft, i) => {
      const entry = entries[i];
      if (changes.has(draft) && isObject(entry) && isObject(draft))
        edits.push(...editsOf(entry, draft, [...path, 'delta', 'tool_calls', i], text));
    });
    return { delta, entries: drafts, finish, together };
  }

  /** @returns id of the repair by which an entry replaces what waits, if that is the head of its call; else null */
  function replacesHead(entry: Fields, call: ToolCall): string | null {
    if (waiting?.call !== call || waiting.beginning !== '' || replaces !== null) return null;
    if (waiting.what === 'nameless')
      return isObject(entry.function) && stringOf(entry.function.name) !== '' ? TOOL_CALL_NAMELESS : null;
    if (waiting.what !== 'head') return null;
    if (hasGrown(entry, call) && (waiting.bare || pieces)) return TOOL_CALL_GROWING;
    return pieces && isPiece(entry, call) ? TOOL_CALL_NAME_PIECES : null;
  }

  /** @returns what waits, if an entry brings the name of the call that begins with it; else null */
  function beginsCall(entry: Fields): Waiting | null {
    if (!waiting || waiting.beginning === '' || replaces !== null) return null;
    const id = stringOf(entry.id);
    const isNamed = isObject(entry.function) && stringOf(entry.function.name) !== '';
    const key = keyOf(entry.index);
    const sameIndex = key === null || key === (keyOf(waiting.index) ?? waiting.call.index);
    return isNamed && sameIndex && (id === '' || id === waiting.beginning) ? waiting : null;
  }

  /** Lets real arguments replace a waiting `{}`, or one earlier in the same delta. */
  function fillBefore(call: ToolCall): void {
    if (waiting?.call === call && waiting.what === 'placeholder') replaces ??= TOOL_CALL_PLACEHOLDER;
    const head = last?.call === call && enabled.has(TOOL_CALL_PLACEHOLDER) ? last.draft : null;
    if (!head || wholes.has(head) || !isWholeEntry(head) || !isObject(head.function) || !isPlaceholder(head.function))
      return;
    head.function.arguments = '';
    changes.add(head);
    made.push(TOOL_CALL_PLACEHOLDER);
  }

  /** @returns whether anything was changed */
  function repairEntry(entry: Fields, calls: Calls, rawArguments: () => string): boolean {
    const { index } = entry;
    const begins = beginsCall(entry);
    if (begins) {
      entry.id = begins.beginning;
      calls.forget();
    }
    const found = calls.find(entry);
    if (!found) return false;
    const { call, unsure } = found;
    const taken = begins ? TOOL_CALL_NAMELESS : unsure ? null : replacesHead(entry, call);
    if (taken === TOOL_CALL_NAME_PIECES && isObject(entry.function))
      entry.function.name = call.name + stringOf(entry.function.name);
    const isNamed = call.name !== '';
    // An entry that begins a call is read like any other, as it will be if this stream is repaired again.
    if (taken && !begins) {
      call.name = '';
      call.id = waiting?.idBefore || stringOf(entry.id) || call.id;
    }
    // It is now what the head was that it replaces.
    const isNew = found.isNew || (taken !== null && (waiting?.isNew ?? false));
    const bare = isBare(entry);
    // After a head that left without a name: the AI SDK takes two pieces for two calls.
    if (unsure || (!isNew && !isNamed)) wholes.add(entry);
    // `.stream()` of openai throws if another call continues while this one has no type.
    if (!isNew && !call.typed && stringOf(entry.type) !== '' && seen.size > (seen.has(call) ? 1 : 0)) together = true;
    seen.add(call);
    const before = made.length;
    const id = stringOf(entry.id);
    const { type } = entry;
    const idBefore = taken && waiting && !begins ? waiting.idBefore : call.id;
    for (const repair of repairs) {
      if (unsure && repair === toolCallRepeats) continue;
      if (repair.repair(entry, call, isNew, rawArguments)) made.push(repair.id);
    }
    const said = isObject(entry.function) ? entry.function : {};
    if (taken && waiting) {
      replaces ??= taken;
      completeGrown(entry);
      if (!begins || isNew) completeNamed(entry, call, waiting.type);
    } else if (fillsPlaceholder(said)) fillBefore(call);
    const text = stringOf(said.arguments);
    call.id ||= stringOf(entry.id);
    call.typed ||= stringOf(entry.type) !== '';
    if (!unsure) {
      const piece = said.name === call.name ? '' : stringOf(said.name);
      call.inPieces ||= call.name !== '' && piece !== '';
      call.name = (call.name + piece).slice(0, MAX_NAME);
    }
    addArguments(call, text);
    // The second of two equal entries: if it waited too, what passes would come between them.
    const again = found.mayBegin && id === (begun || waiting?.beginning);
    begun = found.mayBegin && !again ? id : '';
    last = { ...found, isNew, bare, draft: entry, id, index, type, again, idBefore };
    return taken !== null || made.length > before;
  }

  /** @param cut whether the chunk was split */
  function wait({ usage }: Fields, said: readonly (SaidChoice | null)[], cut: boolean): Waiting | null {
    const [choice] = said;
    if (!last || !choice || said.length > 1 || choice.finish || usage || (!cut && choice.entries.length > 1))
      return null;
    if (choice.entries.at(-1) !== last.draft) return null;
    const { call, isNew, mayBegin, bare, draft, id, index, type, again, idBefore } = last;
    if (again) return null;
    // The second half of a whole entry, its arguments, comes last.
    const whole = isWholeEntry(draft) && !wholes.has(draft);
    const func = isObject(draft.function) ? draft.function : {};
    const tail: Fields = cut && whole ? { arguments: func.arguments } : func;
    const head = {
      call,
      isNew,
      bare,
      index,
      idBefore,
      type: draft.type ?? type,
      hasRole: !cut && stringOf(choice.delta.role) !== '',
      beginning: mayBegin ? id : '',
    };
    if (cut || standsAlone(choice.delta)) {
      if (enabled.has(TOOL_CALL_NAMELESS) && (mayBegin || (isNew && call.name === '')) && isNameless(draft.function))
        return { ...head, what: 'nameless' };
      const waits = pieces ? isNew : bare && enabled.has(TOOL_CALL_GROWING);
      if (waits && isObject(draft.function) && mayGrow(tail)) return { ...head, what: 'head' };
    }
    return cut && whole && enabled.has(TOOL_CALL_PLACEHOLDER) && isPlaceholder(tail)
      ? { ...head, what: 'placeholder' }
      : null;
  }

  /**
   * Returns the call that continues. Only an entry without id and name is certain to belong to the same call, whatever
   * its arguments are.
   */
  function goingOf(said: readonly (SaidChoice | null)[]): GoingCall | null {
    if (!last || said.length > 1 || said[0]?.entries.length !== 1) return null;
    const { call, draft, id, isNew, unsure } = last;
    const func = isObject(draft.function) ? draft.function : {};
    const isSame = !isNew && !unsure && id === '' && stringOf(func.name) === '';
    return isSame && typeof func.arguments === 'string' ? { call, made } : null;
  }

  /** Adds the role to a chunk that replaces one that had it. */
  function keepRole(said: readonly (SaidChoice | null)[]): void {
    const i = said.findIndex((choice) => choice !== null);
    if (replaces && waiting?.hasRole && i !== -1 && stringOf(said[i]?.delta.role) === '')
      edits.push({ path: ['choices', i, 'delta', 'role'], json: '"assistant"' });
  }

  return {
    repair(chunk, text, stillWaits) {
      if (!stillWaits) waiting = null;
      const missing = roles?.missing(chunk) ?? [];
      if (missing.length === 0 && !text.includes('"tool_calls"')) {
        return waiting?.what === 'nameless' && isSilent(chunk) ? { ...NOTHING, waits: true, passes: true } : NOTHING;
      }
      made = [];
      replaces = null;
      going = null;
      changes = new Set();
      wholes = new Set();
      last = null;
      begun = '';
      const listed = listCalls(chunk, text);
      edits = missing.map((i) => ({ path: ['choices', i, 'delta', 'role'], json: '"assistant"' }));
      if (missing.length > 0) made.push(FIRST_ROLE);
      let texts: string[] | null = null;
      const said = listed.said.map(
        (choice, i) =>
          choice &&
          repairEntries((chunk.choices as unknown[])[i], choice, ['choices', i], listed.text, () => {
            texts ??= rawElements(listed.text, ['choices']);
            return texts[i] ?? '';
          }),
      );
      if (waiting?.what === 'nameless' && said.every((choice) => choice === null) && isSilent(chunk)) {
        return { parts: listed.text === text ? null : [listed.text], waits: true, passes: true, made, replaces };
      }
      keepRole(said);
      const edited = editJson(listed.text, edits);
      const split =
        last && enabled.has(TOOL_CALL_SPLIT)
          ? splitChunk(edited, said, (entry) => isWholeEntry(entry) && !wholes.has(entry))
          : null;
      if (split) made.push(TOOL_CALL_SPLIT);
      waiting = wait(chunk, said, split !== null);
      const parts = split ?? (edited === text ? null : [edited]);
      const isSteady = split === null && made.every((id) => STEADY.includes(id));
      if (isSteady && waiting === null && replaces === null) going = goingOf(said);
      return { parts, waits: waiting !== null, passes: false, made, replaces };
    },
    going: () => going,
    goOn({ call }, args) {
      waiting = null;
      addArguments(call, args);
    },
    lets: () => waiting?.what === 'nameless',
    readsAll: () => roles?.readsAll() ?? false,
  };
}

/** Longer than any name; one that grows further is not a name. */
const MAX_NAME = 1000;

function addArguments(call: ToolCall, text: string): void {
  call.argued ||= text !== '' && text !== '{}';
  call.extent?.add(text);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** @returns whether a chunk has only empty choices, as servers send while they prepare a call */
function isSilent({ choices, usage, error }: Fields): boolean {
  if (!Array.isArray(choices) || usage != null || error != null) return false;
  return (choices as unknown[]).every(
    (choice) =>
      isObject(choice) &&
      choice.finish_reason == null &&
      isObject(choice.delta) &&
      Object.values(choice.delta).every(isEmpty),
  );
}
