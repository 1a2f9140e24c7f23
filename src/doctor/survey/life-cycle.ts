import { stringOf } from '../../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import { excerptOf, MAX_NAME } from '../excerpt.ts';
import { mistyped, typeOf, withArticle } from '../words.ts';
import { FILTER, LIMIT, MALFORMED } from './finish-reasons.ts';
import type { Place, Sightings } from '../sightings.ts';

type Fields = Record<string, unknown>;

/** What an event does in the life of a stream. Fields of it are named by paths: "item.id". */
export interface Rule {
  /** A reply begins. */
  readonly begins?: true;
  /** The kind of thing that must be open. */
  readonly in?: string;
  /** Where the type of that thing was, and what it must be, as alternatives: "text|thinking". */
  readonly fits?: string;
  /** The kind of thing that should be open, as stream helpers need it. */
  readonly inPart?: string;
  /**
   * The kind of thing that it begins, continues or ends. A text may also begin with its first
   * piece.
   */
  readonly opens?: string;
  readonly adds?: string;
  readonly closes?: string;
  /** Where the number of the thing is that begins: things are counted from 0, without a gap. */
  readonly counts?: string;
  /** The kind of thing in which they are counted; missing: in the reply. */
  readonly countsIn?: string;
  /** The kind of thing that some readers need to have ended before. */
  readonly alone?: string;
  /** The kind of thing that it would begin once more, if it is open. */
  readonly restarts?: string;
  /** Where the type of the thing is that begins. */
  readonly type?: string;
  /** The kind of thing that it ends if it is open, and that has been from then on. */
  readonly settles?: string;
  /** The kind of thing that must have begun before, whether or not it has ended. */
  readonly follows?: string;
  /**
   * A new part of the reply begins: what follows nothing before the first one may belong to an
   * earlier reply.
   */
  readonly steps?: true;
  /** It calls a tool. */
  readonly calls?: true;
  /** Kinds of things that must have ended before; it ends them. */
  readonly shuts?: string;
  /** Where the next piece of a text is, and where the whole text that must equal its pieces. */
  readonly piece?: string;
  readonly whole?: string;
  /** The text is the arguments of a call, or the model's reasoning. */
  readonly is?: 'arguments' | 'reasoning';
  /** Fields that clients need. */
  readonly needs?: readonly string[];
  /** A field with figures of use, which the format allows to be missing. */
  readonly counted?: string;
  /** Where the reason is for which the model stopped. */
  readonly reason?: string;
  /** The reply ends: as it should, or broken off. */
  readonly ends?: 'whole' | 'broken';
  /** It says something to a person or to a client, besides its text. */
  readonly says?: true;
  /**
   * Id of a fault that it is by itself, unless it is the first event, or unless something was said
   * before.
   */
  readonly fault?: string;
  readonly unless?: 'first' | 'said';
}

/** A field at a path, which may be missing or null, and the type of its value (`typeOf`). */
export interface FieldType {
  readonly path: string;
  readonly type: string;
}

/** An event, by the name under which the table has it. */
export interface LifeEvent {
  readonly name: string;
  readonly json: Fields;
}

/** The life of a stream in one format. */
export interface LifeCycle {
  /** Rules by the names of events; of several patterns that match, the first counts. */
  readonly rules: readonly (readonly [name: RegExp, rule: Rule])[];
  /**
   * The types of fields that readers check, by the names of events; each pattern that matches
   * counts.
   */
  readonly types?: readonly (readonly [name: RegExp, types: readonly FieldType[]])[];
  /** The event that a reply begins with, unless a client asked for the rest of one. */
  readonly first?: string;
  /** @returns the events of a message, in order; null if it is none of this format */
  events(message: {
    readonly event: string | null;
    readonly json: Fields;
  }): readonly LifeEvent[] | null;
  /** Where the id of a thing is, by its kind; the first path with a value counts. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Where the number of a text in its thing is. */
  readonly part?: string;
  /** A second id, which stays the same through a text. */
  readonly label?: string;
  /** Things of this kind come one after another. */
  readonly single?: string;
  /** The reasons for which the model stops say whether it called a tool. */
  readonly tellsCalls?: true;
  /** A reply without anything said is a fault. */
  readonly speaks?: true;
}

/** Follows a stream through its life cycle. */
export type Life = ReturnType<typeof createLife>;

/** A message as far as life cycles read it. */
type Said = Parameters<LifeCycle['events']>[0];

interface Thing {
  readonly kind: string;
  readonly name: string;
  type: string;
  open: number;
  /** How many things with a number have begun in it. */
  begun: number;
  ended: boolean;
  label: string;
  said: string;
  isArguments: boolean;
  /** A piece came without its text. */
  isLost: boolean;
}

/**
 * A token of the model at the end of a value in the arguments of a call, where the server's parser
 * left it.
 */
export const CONTROL_TOKEN =
  /(<\|[\w. ]{1,40}\|>|<\/?[|｜‖]{1,2}[^<>]{1,40}>|<\/(?:tool_call|function_calls|antml:\w+|minimax:\w+)>)(?:\s|\\n)*"\s*[}\],]/;

/** Most events that wait for the first step. */
const MAX_ORPHANS = 100;

/** Faults that explain why nothing was said. */
export const STOPPED = ['token-limit', 'filtered', 'broken-arguments'];

/** What is known of a stream so far. */
interface State {
  readonly cycle: LifeCycle;
  readonly seen: Sightings;
  readonly onText: (channel: string, text: string, reasons: boolean) => void;
  readonly things: Map<string, Thing>;
  readonly orphans: ReturnType<typeof createOrphans>;
  end: Rule['ends'];
  /** How many things with a number have begun. */
  begun: number;
  /** Open things that should come one after another. */
  singles: number;
  hasSaid: boolean;
  /** Something came whose text is missing: what that leaves empty is no fault of its own. */
  hasLost: boolean;
  /** The first call with broken arguments. */
  broken: (Place & { readonly name: string }) | null;
  hasCalled: boolean;
  hasRead: boolean;
}

/** @param onText receives the pieces of texts, by channel */
export function createLife(cycle: LifeCycle, seen: Sightings, onText: State['onText']) {
  const state: State = {
    cycle,
    seen,
    onText,
    things: new Map(),
    orphans: createOrphans(seen),
    end: undefined,
    begun: 0,
    singles: 0,
    hasSaid: false,
    hasLost: false,
    broken: null,
    hasCalled: false,
    hasRead: false,
  };

  return {
    /** @returns whether every event is known; null for a message of another format */
    read(message: Said): boolean | null {
      const events = cycle.events(message);
      if (events === null) return null;
      const known = !events.map((event) => readEvent(state, event)).includes(false);
      state.hasRead = true;
      return known;
    },
    /**
     * @param isSure nothing was unread or reported as an error: what is missing is certainly
     * missing
     */
    end(isSure: boolean): void {
      const { broken, end, hasSaid, hasLost } = state;
      if (!state.hasRead) return;
      state.orphans.end();
      if (broken) tellBroken(seen, broken.name, broken);
      const things = [...state.things.values()];
      const isSilent = (cycle.speaks ?? false) && !hasSaid && !hasLost;
      if (end === 'whole' && isSure) checkWhole(seen, things, isSilent);
      if (end !== 'whole') checkCut(seen, things);
    },
    /** Returns whether the reply has ended; undefined if the format says nothing of ends. */
    isOver: (): boolean | undefined =>
      cycle.rules.some(([, { ends }]) => ends) ? state.end !== undefined : undefined,
  };
}

/** @returns whether the event is known */
function readEvent(state: State, { name, json }: LifeEvent): boolean {
  const rule = state.cycle.rules.find(([pattern]) => pattern.test(name))?.[1];
  if (!rule) return false;
  const shown = excerptOf(name.replace(/ .*/, ''), MAX_NAME);
  if (state.end !== undefined) goOn(state, rule, shown);
  if (rule.fault !== undefined && !isExcused(state, rule)) state.seen.add(rule.fault);
  state.hasSaid ||= rule.says ?? false;
  state.hasCalled ||= rule.calls ?? false;
  checkFields(state.seen, rule, shown, json);
  checkTypes(state, rule, { name, json }, shown);
  if (!state.hasRead) checkFirst(state, shown, json);
  place(state, rule, shown, json);
  if (rule.reason !== undefined) {
    const called = state.cycle.tellsCalls ? state.hasCalled : null;
    stop(state.seen, valueAt(json, rule.reason), called);
  }
  if (rule.steps) state.orphans.step();
  if (rule.ends !== undefined) state.end = rule.ends;
  return true;
}

/** An event follows the end. What changes nothing may, and another run. */
function goOn(state: State, rule: Rule, shown: string): void {
  if (Object.keys(rule).length > 0 && rule.opens !== 'run')
    state.seen.add('goes-on', `The reply goes on after its end: "${shown}" follows.`);
  if (rule.begins) restart(state);
}

/** Another reply begins. */
function restart(state: State): void {
  Object.assign(state, { end: undefined, singles: 0, begun: 0, hasCalled: false });
  state.things.clear();
}

/** Returns whether an event that is a fault by itself is none here. */
function isExcused({ hasRead, hasSaid, hasLost }: State, { unless }: Rule): boolean {
  if (unless === 'first') return !hasRead;
  return unless === 'said' && (hasSaid || hasLost);
}

/** Checks what clients need of an event. */
function checkFields(seen: Sightings, rule: Rule, shown: string, json: Fields): void {
  for (const path of rule.needs ?? []) need(seen, shown, json, path);
  if (rule.counted !== undefined && valueAt(json, rule.counted) == null)
    seen.add('usage-missing', `"${shown}" has no "${rule.counted}".`);
}

/**
 * Checks the types of what is there: what is missing is told by `needs`, and a piece that is an
 * object by `add`.
 */
function checkTypes(
  { cycle, seen }: State,
  { piece }: Rule,
  { name, json }: LifeEvent,
  shown: string,
): void {
  for (const [pattern, fields] of cycle.types ?? []) {
    if (!pattern.test(name)) continue;
    for (const { path, type } of fields) {
      const value = valueAt(json, path);
      if (value == null || typeOf(value) === type) continue;
      if (path === piece && typeof value === 'object') continue;
      seen.add('field-mistyped', mistyped(path, `"${shown}"`, value, type));
    }
  }
}

function checkFirst({ cycle, seen }: State, shown: string, json: Fields): void {
  const isResumed = typeof json.sequence_number === 'number' && json.sequence_number > 1;
  if (cycle.first === undefined || shown === cycle.first || isResumed) return;
  seen.add('out-of-order', `"${shown}" comes first, before "${cycle.first}".`);
}

/** Puts an event in its place among the things that begin and end. */
function place(state: State, rule: Rule, shown: string, json: Fields): void {
  const { seen, things, orphans } = state;
  const known = (kind: string): Thing | undefined => things.get(keyIn(state.cycle, kind, json));
  if (rule.in !== undefined) {
    const fits = enter(seen, rule, shown, known, secondId(state.cycle, json));
    state.hasLost ||= !fits && rule.piece !== undefined;
  }
  if (rule.alone !== undefined && isOpen(things.values(), rule.alone))
    seen.add('text-left-open', `"${shown}" comes while ${withArticle(rule.alone)} is still open.`);
  if (rule.restarts !== undefined && known(rule.restarts)?.open)
    seen.add(
      'out-of-order',
      `"${shown}" begins ${withArticle(rule.restarts)} that is already open.`,
    );
  if (rule.shuts !== undefined) shut(seen, things.values(), rule.shuts, shown);
  if (rule.opens !== undefined) begin(state, rule, rule.opens, shown, json);
  if (rule.adds !== undefined) add(state, rule, shown, json);
  if (rule.follows !== undefined && !known(rule.follows))
    orphans.add(`"${shown}" comes although its ${rule.follows} was never begun.`);
  if (rule.settles !== undefined && thingOf(state, rule.settles, json).open > 0)
    close(state, rule.settles, shown, json);
  if (rule.closes !== undefined) close(state, rule.closes, shown, json);
}

/** @returns the thing of a kind that an event names; a new one if it is the first to do so */
function thingOf({ cycle, things }: State, kind: string, json: Fields): Thing {
  const key = keyIn(cycle, kind, json);
  const thing = things.get(key) ?? createThing(kind, json);
  things.set(key, thing);
  return thing;
}

function begin(state: State, rule: Rule, kind: string, shown: string, json: Fields): void {
  const { seen, cycle } = state;
  if (rule.begins && thingOf(state, kind, json).open > 0) {
    seen.add('reply-in-reply', `"${shown}" begins ${withArticle(kind)} while one is still open.`);
    restart(state);
  }
  const thing = thingOf(state, kind, json);
  if (rule.counts !== undefined) {
    const parent = rule.countsIn === undefined ? state : thingOf(state, rule.countsIn, json);
    checkNumber(seen, valueAt(json, rule.counts), parent.begun++, `${kind} in "${shown}"`);
  }
  if (rule.type !== undefined) thing.type = stringOf(valueAt(json, rule.type));
  if (cycle.label !== undefined) thing.label = firstText(json, cycle.label, 'item.id');
  if (kind === cycle.single && state.singles++ > 0) seen.add('call-in-call');
  if (thing.open > 0 && kind !== 'tool')
    seen.add('out-of-order', `"${shown}" begins ${withArticle(kind)} that is already open.`);
  thing.open = kind === 'tool' ? thing.open + 1 : 1;
  thing.ended = false;
  thing.said = '';
}

function add(state: State, rule: Rule, shown: string, json: Fields): void {
  const thing = thingOf(state, rule.adds ?? '', json);
  thing.isArguments ||= rule.is === 'arguments';
  relabel(state, thing, json);
  const piece = rule.piece === undefined ? undefined : valueAt(json, rule.piece);
  const isNeeded = rule.piece !== undefined && rule.needs?.includes(rule.piece);
  if (typeof piece === 'string') grow(state, thing, piece, rule.is === 'reasoning', json);
  else if (isNeeded) lose(state, thing);
  if (isObject(piece) || Array.isArray(piece)) {
    lose(state, thing);
    state.seen.add('delta-object', `The "${rule.piece}" of "${shown}" is an object, not a text.`);
  }
  const whole = rule.whole === undefined ? undefined : valueAt(json, rule.whole);
  if (typeof whole === 'string') finish(state, thing, whole, shown);
}

function secondId({ label }: LifeCycle, json: Fields): string {
  return label === undefined ? '' : firstText(json, label);
}

/** Takes the second id of a text, which should stay the same. */
function relabel({ cycle, seen }: State, thing: Thing, json: Fields): void {
  const label = secondId(cycle, json);
  if (label !== '' && thing.label !== '' && thing.label !== label) seen.add('rotating-ids');
  thing.label = label;
}

function lose(state: State, thing: Thing): void {
  state.hasLost = true;
  thing.isLost = true;
}

function grow(state: State, thing: Thing, piece: string, reasons: boolean, json: Fields): void {
  if (thing.ended && piece !== '' && !thing.isArguments) state.seen.add('text-after-done');
  thing.said += piece;
  if (thing.isArguments || piece === '') return;
  state.hasSaid ||= !reasons;
  state.onText(keyIn(state.cycle, thing.kind, json), piece, reasons);
}

/** A text has ended, with all of it once more. */
function finish(state: State, thing: Thing, whole: string, shown: string): void {
  const { seen } = state;
  state.hasSaid ||= whole !== '';
  const { said, isArguments, isLost } = thing;
  const isNew = said === '' && whole !== '' && !isArguments && !state.hasLost;
  const differs = said !== '' && said !== whole && !isLost;
  if (isNew && !thing.ended)
    seen.add(
      'only-at-end',
      `The text comes only in the event that ends it, "${shown}": no delta has it.`,
    );
  if (differs && !thing.ended) seen.add('deltas-differ');
  thing.ended = true;
  examine(state, thing, whole);
}

/**
 * Checks the arguments of a call that has ended; why they are broken is known once the reply has,
 * too.
 */
function examine(state: State, thing: Thing, said: string): void {
  if (!thing.isArguments || said === '') return;
  checkTokens(state.seen, said);
  if (parseJson(said) === undefined) state.broken ??= { ...state.seen.place(), name: thing.name };
}

function close(state: State, kind: string, shown: string, json: Fields): void {
  const { seen, cycle, things } = state;
  const thing = things.get(keyIn(cycle, kind, json));
  if (!thing?.open) {
    const why = thing ? 'has ended' : 'was never begun';
    seen.add('out-of-order', `"${shown}" ends ${withArticle(kind)} that ${why}.`);
    return;
  }
  thing.open--;
  if (kind === cycle.single) state.singles--;
  if (!thing.ended && !thing.isLost) examine(state, thing, thing.said);
  thing.ended = true;
}

/** @returns the key of a thing, by which its stream tells it from others */
function keyIn({ ids, part }: LifeCycle, kind: string, json: Fields): string {
  const id = (ids[kind] ?? []).map((path) => valueAt(json, path)).find((value) => value != null);
  const number =
    part === undefined || !/^(?:text|part)$/.test(kind) ? '' : (valueAt(json, part) ?? 0);
  return [kind, id, number]
    .map((each) => (typeof each === 'number' ? String(each) : stringOf(each)))
    .join(' ');
}

/** @param json the event that mentions it first */
function createThing(kind: string, json: Fields): Thing {
  return {
    kind,
    name: firstText(json, 'item.name', 'content_block.name', 'toolCallName', 'tool', 'tool_name'),
    type: '',
    open: 0,
    begun: 0,
    ended: false,
    label: '',
    said: '',
    isArguments: false,
    isLost: false,
  };
}

/**
 * Reports events that follow nothing. Those before the first step wait for it: they may belong to
 * an earlier reply.
 */
function createOrphans(seen: Sightings) {
  const waiting: (Place & { readonly words: string })[] = [];
  let hasStepped = false;
  return {
    add(words: string): void {
      if (hasStepped) seen.add('out-of-order', words);
      else if (waiting.length < MAX_ORPHANS) waiting.push({ ...seen.place(), words });
    },
    step(): void {
      if (!hasStepped) waiting.length = 0;
      hasStepped = true;
    },
    end(): void {
      for (const { words, ...place } of waiting) seen.add('out-of-order', words, place);
    },
  };
}

/**
 * Checks a reply that ended as it should.
 * @param isSilent it should have said something, and did not
 */
function checkWhole(seen: Sightings, things: readonly Thing[], isSilent: boolean): void {
  const open = things.find((thing) => thing.open > 0);
  if (open)
    seen.add(
      'never-closed',
      `The reply ends, but ${withArticle(open.kind)} in it never does${nameOf(open)}.`,
    );
  if (isSilent && !STOPPED.some((id) => seen.get(id))) seen.add('empty-reply');
}

/** Checks a reply without its end: a call may be cut. */
function checkCut(seen: Sightings, things: readonly Thing[]): void {
  for (const { isArguments, ended, said } of things) {
    if (isArguments && !ended && said !== '' && parseJson(said) === undefined) seen.add('cut-call');
  }
}

/**
 * Checks that what an event belongs to is open.
 * @param thingOf returns the thing of a kind that the event names
 * @param id the second id that the event names; '' for none
 * @returns whether it is
 */
function enter(
  seen: Sightings,
  { in: kind = '', inPart, fits }: Rule,
  shown: string,
  thingOf: (kind: string) => Thing | undefined,
  id: string,
): boolean {
  const parent = thingOf(kind);
  if (!parent?.open) {
    // Another one had its number.
    const isOther = parent !== undefined && id !== '' && parent.label !== '' && id !== parent.label;
    const why = parent && !isOther ? 'has ended' : 'was never begun';
    seen.add('out-of-order', `"${shown}" comes although its ${kind} ${why}.`);
  } else if (inPart !== undefined && !thingOf(inPart)?.open) {
    seen.add('part-missing');
  } else if (fits !== undefined && !new RegExp(`^(?:${fits})$`).test(parent.type)) {
    const type = excerptOf(parent.type, MAX_NAME);
    seen.add('delta-misfit', `A delta does not fit its ${kind} of the type "${type}".`);
  } else {
    return true;
  }
  return false;
}

function isOpen(things: Iterable<Thing>, kind: string): boolean {
  return [...things].some((thing) => thing.kind === kind && thing.open > 0);
}

/** Ends what should have ended before an event. @param kinds separated by "|" */
function shut(seen: Sightings, things: Iterable<Thing>, kinds: string, shown: string): void {
  for (const thing of things) {
    if (thing.open === 0 || !kinds.split('|').includes(thing.kind)) continue;
    seen.add('out-of-order', `"${shown}" comes while ${withArticle(thing.kind)} is still open.`);
    thing.open = 0;
  }
}

/** Checks the number of a thing that begins. @param begun how many have begun before */
function checkNumber(seen: Sightings, number: unknown, begun: number, of: string): void {
  if (typeof number !== 'number' || number === begun) return;
  const what = number < begun ? 'comes twice' : 'leaves a gap';
  seen.add('number-gap', `The number ${number} of ${withArticle(of)} ${what}.`);
}

function need(seen: Sightings, shown: string, json: Fields, path: string): void {
  const value = valueAt(json, path);
  if (value === undefined)
    seen.add('field-missing', `"${shown}" lacks a field that clients need: it has no "${path}".`);
  else if (value === null)
    seen.add('field-missing', `A field that clients need is null: "${path}" of "${shown}".`);
}

function checkTokens(seen: Sightings, args: string): void {
  const token = CONTROL_TOKEN.exec(args)?.[1];
  if (token === undefined) return;
  seen.add(
    'tokens-in-arguments',
    `The arguments of a tool call end in a control token of the model, "${excerptOf(token, MAX_NAME)}".`,
  );
}

/** Reports arguments that are no JSON: Anthropic also ends a call that the token limit cuts. */
function tellBroken(seen: Sightings, name: string, place: Place): void {
  const of = name === '' ? '' : ` of "${excerptOf(name, MAX_NAME)}"`;
  if (seen.get('token-limit'))
    seen.add(
      'cut-call',
      `The reply stopped at the token limit in the middle of a tool call: the arguments${of} are incomplete.`,
      place,
    );
  else
    seen.add(
      'broken-arguments',
      `The arguments${of} are not valid JSON, though the reply ended as if all was well.`,
      place,
    );
}

/**
 * Reads why the model stopped.
 * @param called a tool was called; null in a format whose reasons do not say so
 */
export function stop(seen: Sightings, reason: unknown, called: boolean | null): void {
  if (typeof reason !== 'string') return;
  if (LIMIT.test(reason)) seen.add('token-limit');
  if (FILTER.test(reason)) seen.add('filtered');
  if (MALFORMED.test(reason))
    seen.add(
      'broken-arguments',
      `The server could not read a call of the model: "${excerptOf(reason, MAX_NAME)}".`,
    );
  if (called === false && reason === 'tool_use') seen.add('call-missing');
  if (called === true && reason === 'end_turn') seen.add('call-untold');
}

/** Returns whether a message is one of this format, with nothing unknown in it. */
export function knows(cycle: LifeCycle | undefined, message: Said): boolean {
  return (
    cycle
      ?.events(message)
      ?.every(({ name }) => cycle.rules.some(([pattern]) => pattern.test(name))) ?? false
  );
}

function nameOf({ name }: Thing): string {
  return name === '' ? '' : `, "${excerptOf(name, MAX_NAME)}"`;
}

/** @returns the value at a path such as "item.id"; undefined if there is none */
function valueAt(json: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), json);
}

function firstText(json: Fields, ...paths: readonly string[]): string {
  const value = paths
    .map((path) => valueAt(json, path))
    .find((value) => typeof value === 'string' && value !== '');
  return typeof value === 'string' ? value : '';
}
