/**
 * Sums of what was found in streams, kept small whatever a page makes up: each step on their way from the page into the
 * storage and the popup reads them through here.
 */
import { DIALECT_NAMES } from '../doctor/dialect-names.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { ALL_REPAIRS } from '../normalizer/repairs/all-repairs.ts';

/** What was found in the streams of one kind of server. */
export interface Findings {
  /** 'hermes', else the id of a dialect; '' for a server of no known kind. */
  readonly server: string;
  /** How often each repair was made, by its id. */
  readonly repairs: Readonly<Record<string, number>>;
  /** Events of tool progress that were taken out whole. */
  readonly events: number;
  /** How often each event came that no dialect knows, by its name. */
  readonly unknown: Readonly<Record<string, number>>;
}

/** Kinds of servers of one site; findings in those beyond are put to no kind. */
export const MAX_SERVERS = 10;
/** Names of unknown events of one kind of server; those beyond are dropped. */
export const MAX_NAMES = 20;
/** Longest name, in UTF-16 units. */
const MAX_NAME = 100;

/** What is found in a stream that is as it should be. */
export const NO_FINDINGS: Findings = { server: '', repairs: {}, events: 0, unknown: {} };

type Counted = Findings['repairs'];

/**
 * @param value of unknown shape and origin
 * @param most the highest number believed; what is higher counts as that
 * @returns a fresh object without anything unknown, or null where there is nothing in it
 */
export function readFindings(value: unknown, most: number = Number.MAX_SAFE_INTEGER): Findings | null {
  if (!isObject(value)) return null;
  const repairs = readRepairs(value.repairs, most);
  const unknown = readUnknown(value.unknown, most);
  const events = readCount(value.events, most);
  const findings = { server: readServer(value.server), repairs, events, unknown };
  return hasFindings(findings) ? findings : null;
}

/** Whether anything was found. */
export function hasFindings({ repairs, events, unknown }: Findings): boolean {
  return events > 0 || !isEmpty(repairs) || !isEmpty(unknown);
}

/** The same for a list. @returns one entry for each kind of server; none for what is no list */
export function readFindingsList(value: unknown, most?: number): readonly Findings[] {
  if (!Array.isArray(value)) return [];
  const read = value.slice(0, MAX_SERVERS).map((entry: unknown) => readFindings(entry, most));
  return addFindings(
    [],
    read.filter((findings) => findings !== null),
  );
}

/** @returns the sums, one entry for each kind of server, within the bounds above; neither argument is changed */
export function addFindings(before: readonly Findings[], more: readonly Findings[]): readonly Findings[] {
  const sums = new Map(before.map((findings) => [findings.server, findings]));
  for (const { server, repairs, events, unknown } of more) {
    const known = sums.has(server) || sums.size < MAX_SERVERS - 1;
    const kind = known ? server : '';
    const sum = sums.get(kind);
    sums.set(kind, {
      server: kind,
      repairs: addCounts(sum?.repairs, repairs, ALL_REPAIRS.size),
      events: add(sum?.events, events),
      unknown: addCounts(sum?.unknown, unknown, MAX_NAMES),
    });
  }
  return [...sums.values()];
}

/** @returns the sums; of names that are new, only so many that there are `size` of them */
export function addCounts(before: Counted = {}, more: Counted, size: number): Counted {
  const sums = new Map(Object.entries(before));
  for (const [name, count] of Object.entries(more)) {
    if (sums.has(name) || sums.size < size) sums.set(name, add(sums.get(name), count));
  }
  return Object.fromEntries(sums);
}

/** @returns the sum, at most what a number counts exactly: beyond, it would be read as rubbish */
export function add(before: number = 0, more: number): number {
  return Math.min(before + more, Number.MAX_SAFE_INTEGER);
}

/** @returns how often each known repair was made, as far as that is told */
export function readRepairs(value: unknown, most: number): Counted {
  if (!isObject(value)) return {};
  const known = [...ALL_REPAIRS].filter((id) => Object.hasOwn(value, id));
  return Object.fromEntries(
    known.map((id) => [id, readCount(value[id], most)] as const).filter(([, count]) => count > 0),
  );
}

function readUnknown(value: unknown, most: number): Counted {
  if (!isObject(value)) return {};
  let read: Counted = {};
  let looked = 0;
  // Not `Object.entries`: of a million made-up names only the first are looked at.
  for (const key in value) {
    if (++looked > MAX_NAMES) break;
    const name = Object.hasOwn(value, key) ? readName(key) : null;
    const count = readCount(value[key], most);
    if (name !== null && count > 0) read = addCounts(read, { [name]: count }, MAX_NAMES);
  }
  return read;
}

/** @returns at most `most`, 0 for what is no count */
export function readCount(value: unknown, most: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, most) : 0;
}

/** @returns null for no name, and for a name that every object has: nothing is to be looked up by it */
function readName(key: string): string | null {
  const name = key.slice(0, MAX_NAME);
  return name === '' || name in Object.prototype ? null : name;
}

function readServer(value: unknown): string {
  return typeof value === 'string' && (value === HERMES || Object.hasOwn(DIALECT_NAMES, value)) ? value : '';
}

const HERMES = 'hermes';

function isEmpty(counts: Counted): boolean {
  return Object.keys(counts).length === 0;
}
