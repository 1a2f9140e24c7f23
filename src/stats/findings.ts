/**
 * Sums of what was found in streams, kept small whatever a page makes up: every step from the page to the storage and
 * the popup reads them through this module.
 */
import { DIALECT_NAMES } from '../doctor/dialect-names.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { isRepairId } from '../normalizer/repairs/repair.ts';

/** What was found in the streams of one kind of server. */
export interface Findings {
  /** 'hermes', otherwise the id of a dialect; '' for an unknown kind of server. */
  readonly server: string;
  /** How often each repair was made, by id. */
  readonly repairs: Readonly<Record<string, number>>;
  /** Events of tool progress that were removed whole. */
  readonly events: number;
  /** How often each event arrived that no dialect knows, by name. */
  readonly unknown: Readonly<Record<string, number>>;
}

/** Most kinds of server of one site; findings of any others go under ''. */
export const MAX_SERVERS = 10;
/** Most repairs that are counted; others are dropped. */
export const MAX_REPAIRS = 40;
/** Most names of unknown events of one kind of server; others are dropped. */
export const MAX_NAMES = 20;
/** Longest name, in UTF-16 units. */
const MAX_NAME = 100;

/** The id of Hermes as a kind of server. */
export const HERMES = 'hermes';
/** The findings of a stream without defects. */
export const NO_FINDINGS: Findings = { server: '', repairs: {}, events: 0, unknown: {} };

type Counted = Findings['repairs'];

/**
 * @param value of unknown shape and origin
 * @param most the highest number believed; higher ones are capped
 * @returns a new object without unknown fields; null if there is nothing in it
 */
export function readFindings(value: unknown, most: number = Number.MAX_SAFE_INTEGER): Findings | null {
  if (!isObject(value)) return null;
  const repairs = readRepairs(value.repairs, most);
  const unknown = readCounts(value.unknown, most, MAX_NAMES, readName);
  const events = readCount(value.events, most);
  const findings = { server: readServer(value.server), repairs, events, unknown };
  return hasFindings(findings) ? findings : null;
}

/** Returns whether anything was found. */
export function hasFindings({ repairs, events, unknown }: Findings): boolean {
  return events > 0 || !isEmpty(repairs) || !isEmpty(unknown);
}

/** Does the same for a list. @returns one entry for each kind of server; none if it is not a list */
export function readFindingsList(value: unknown, most?: number): readonly Findings[] {
  if (!Array.isArray(value)) return [];
  const read = value.slice(0, MAX_SERVERS).map((entry: unknown) => readFindings(entry, most));
  return addFindings(
    [],
    read.filter((findings) => findings !== null),
  );
}

/** @returns the sums, one entry for each kind of server, within the limits above; neither argument is changed */
export function addFindings(before: readonly Findings[], more: readonly Findings[]): readonly Findings[] {
  const sums = new Map(before.map((findings) => [findings.server, findings]));
  for (const { server, repairs, events, unknown } of more) {
    const known = sums.has(server) || sums.size < MAX_SERVERS - 1;
    const kind = known ? server : '';
    const sum = sums.get(kind);
    sums.set(kind, {
      server: kind,
      repairs: addCounts(sum?.repairs, repairs, MAX_REPAIRS),
      events: add(sum?.events, events),
      unknown: addCounts(sum?.unknown, unknown, MAX_NAMES),
    });
  }
  return [...sums.values()];
}

/** @returns the sums; new names are added only up to `size` names in all */
export function addCounts(before: Counted = {}, more: Counted, size: number): Counted {
  const sums = new Map(Object.entries(before));
  for (const [name, count] of Object.entries(more)) {
    if (sums.has(name) || sums.size < size) sums.set(name, add(sums.get(name), count));
  }
  return Object.fromEntries(sums);
}

/** @returns the sum, capped at what a number represents exactly: anything higher would be read as invalid */
export function add(before: number = 0, more: number): number {
  return Math.min(before + more, Number.MAX_SAFE_INTEGER);
}

/**
 * @returns how often each repair was made; a page may make up ids, so that pages of ours show the known ones only
 */
export function readRepairs(value: unknown, most: number): Counted {
  return readCounts(value, most, MAX_REPAIRS, (id) => (isRepairId(id) ? id : null));
}

/** @returns the counts of at most `size` names, as `readName` returns them; null leaves one out */
function readCounts(value: unknown, most: number, size: number, readName: (name: string) => string | null): Counted {
  if (!isObject(value)) return {};
  let read: Counted = {};
  let looked = 0;
  // Not `Object.entries`: of a million made-up names only the first are read.
  for (const key in value) {
    if (++looked > size) break;
    const name = Object.hasOwn(value, key) ? readName(key) : null;
    const count = readCount(value[key], most);
    if (name !== null && count > 0) read = addCounts(read, { [name]: count }, size);
  }
  return read;
}

/** @returns the count, at most `most`; 0 if it is not a count */
export function readCount(value: unknown, most: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, most) : 0;
}

/** @returns null for an empty name, and for one that every object inherits, so that no lookup finds that */
function readName(key: string): string | null {
  const name = key.slice(0, MAX_NAME);
  return name === '' || name in Object.prototype ? null : name;
}

function readServer(value: unknown): string {
  return typeof value === 'string' && (value === HERMES || Object.hasOwn(DIALECT_NAMES, value)) ? value : '';
}

function isEmpty(counts: Counted): boolean {
  return Object.keys(counts).length === 0;
}
