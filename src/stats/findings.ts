/** Sums of what was found in streams, small whatever a page makes up. Pure. */
import { DIALECT_NAMES } from '../doctor/dialect-names.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { isRepairId } from '../normalizer/repairs/repair.ts';
import { add, readCount } from './numbers.ts';

/** What was found in the streams of one kind of server. */
export interface Findings {
  /** 'hermes', otherwise the id of a dialect; '' for an unknown kind of server. */
  readonly server: string;
  /** How often each repair was made, by id. */
  readonly repairs: Readonly<Record<string, number>>;
  /** Events of tool progress that were removed whole. */
  readonly events: number;
  /** Events that no dialect knows. */
  readonly unknown: number;
}

/** Most kinds of server of one site; findings of any others go under ''. */
export const MAX_SERVERS = 10;
/** Most repairs that are counted; others are dropped. */
export const MAX_REPAIRS = 40;
/** The id of Hermes as a kind of server. */
export const HERMES = 'hermes';
/** The findings of a stream without defects. */
const NO_FINDINGS: Findings = { server: '', repairs: {}, events: 0, unknown: 0 };

/**
 * @param value of unknown shape and origin
 * @param most the highest number believed; higher ones are capped
 * @returns a new object without unknown fields; null if there is nothing in it
 */
export function readFindings(value: unknown, most?: number): Findings | null {
  if (!isObject(value)) return null;
  const { server } = value;
  const findings = {
    server: isServer(server) ? server : '',
    repairs: readRepairs(value.repairs, most),
    events: readCount(value.events, most),
    unknown: readCount(value.unknown, most),
  };
  return findings.events + findings.unknown > 0 || Object.keys(findings.repairs).length > 0 ? findings : null;
}

/** @returns the valid ones of a list, one for each kind of server; none if it is not a list */
export function readFindingsList(value: unknown, most?: number): readonly Findings[] {
  if (!Array.isArray(value)) return [];
  const read = value.slice(0, MAX_SERVERS).map((entry: unknown) => readFindings(entry, most));
  return addFindings(
    [],
    read.filter((findings) => findings !== null),
  );
}

/** @returns the sums, one for each kind of server, at most `MAX_SERVERS`; neither argument is changed */
export function addFindings(before: readonly Findings[], more: readonly Findings[]): readonly Findings[] {
  const sums = new Map(before.map((findings) => [findings.server, findings]));
  for (const { server, repairs, events, unknown } of more) {
    const kind = sums.has(server) || sums.size < MAX_SERVERS - 1 ? server : '';
    const sum = sums.get(kind) ?? { ...NO_FINDINGS, server: kind };
    const made = Object.entries(repairs)
      .filter(([id], i) => id in sum.repairs || Object.keys(sum.repairs).length + i < MAX_REPAIRS)
      .map(([id, count]) => [id, add(sum.repairs[id], count)] as const);
    sums.set(kind, {
      server: kind,
      repairs: { ...sum.repairs, ...Object.fromEntries(made) },
      events: add(sum.events, events),
      unknown: add(sum.unknown, unknown),
    });
  }
  return [...sums.values()];
}

/** A page may make up ids. Not `Object.entries`: of a million only the first are read. */
function readRepairs(value: unknown, most?: number): Findings['repairs'] {
  if (!isObject(value)) return {};
  const read: [string, number][] = [];
  let looked = 0;
  for (const id in value) {
    if (++looked > MAX_REPAIRS) break;
    const count = Object.hasOwn(value, id) && isRepairId(id) ? readCount(value[id], most) : 0;
    if (count > 0) read.push([id, count]);
  }
  return Object.fromEntries(read);
}

function isServer(value: unknown): value is string {
  return typeof value === 'string' && (value === HERMES || Object.hasOwn(DIALECT_NAMES, value));
}
