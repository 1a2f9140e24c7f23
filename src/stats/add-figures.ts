/** Adds counts, and validates untrusted ones. Pure: shared by page bridges and the background. */
import { isObject } from '../normalizer/json/json-edit.ts';
import type { DayFigures, ToolTime } from './day.ts';
import { NO_FIGURES } from './day.ts';
import { add, addCounts, MAX_REPAIRS, readCount, readRepairs } from './findings.ts';

/** Most tool names of one site and day; the calls of all others are combined under ''. */
export const MAX_TOOLS = 30;
/** Longest name of a tool, in UTF-16 units. */
const MAX_TOOL_NAME = 60;
/** Longest believable time of one call, in milliseconds: a laptop may have slept meanwhile. */
export const LONGEST_CALL = 6 * 3_600_000;

type Times = DayFigures['times'];

/**
 * @param tools most names of tools to keep separate, '' not counted
 * @returns the sums; neither argument is changed
 */
export function addFigures(before: DayFigures, more: DayFigures, tools: number = MAX_TOOLS): DayFigures {
  return {
    replies: add(before.replies, more.replies),
    markers: add(before.markers, more.markers),
    tools: add(before.tools, more.tools),
    imitated: add(before.imitated, more.imitated),
    events: add(before.events, more.events),
    bytes: add(before.bytes, more.bytes),
    healed: add(before.healed, more.healed),
    repairs: addCounts(before.repairs, more.repairs, MAX_REPAIRS),
    times: addTimes(before.times, more.times, tools),
  };
}

/** @returns the time of one completed call. `tool`: null if it was not named; `ms`: capped, see `LONGEST_CALL` */
export function callTime(tool: string | null, ms: number): Times {
  const time = Math.min(LONGEST_CALL, Math.max(0, Math.round(ms)));
  return { [readToolName(tool ?? '')]: { calls: 1, sum: time, longest: time } };
}

/**
 * @param value of unknown shape and origin
 * @param most the highest number believed; higher ones are capped
 * @returns a new object with known fields only; zeros for anything invalid
 */
export function readFigures(value: unknown, most: number = Number.MAX_SAFE_INTEGER): DayFigures {
  if (!isObject(value)) return NO_FIGURES;
  return {
    replies: readCount(value.replies, most),
    markers: readCount(value.markers, most),
    tools: readCount(value.tools, most),
    imitated: readCount(value.imitated, most),
    events: readCount(value.events, most),
    bytes: readCount(value.bytes, most),
    healed: readCount(value.healed, most),
    repairs: readRepairs(value.repairs, most),
    times: readTimes(value.times, most),
  };
}

/** Returns whether anything was counted. */
export function hasFigures({
  replies,
  markers,
  tools,
  imitated,
  events,
  bytes,
  healed,
  repairs,
  times,
}: DayFigures): boolean {
  const sum = replies + markers + tools + imitated + events + bytes + healed;
  return sum > 0 || Object.keys(repairs).length > 0 || Object.keys(times).length > 0;
}

function addTimes(before: Times, more: Times, tools: number): Times {
  const sums = new Map(Object.entries(before));
  for (const [tool, time] of Object.entries(more)) addTo(sums, tool, time, tools);
  return Object.fromEntries(sums);
}

/** @param tools most names to keep separate, '' not counted */
function addTo(sums: Map<string, ToolTime>, tool: string, time: ToolTime, tools: number): void {
  const named = sums.size - (sums.has('') ? 1 : 0);
  const name = sums.has(tool) || named < tools ? tool : '';
  sums.set(name, addTime(sums.get(name), time));
}

function addTime(before: ToolTime | undefined, more: ToolTime): ToolTime {
  return {
    calls: add(before?.calls, more.calls),
    sum: add(before?.sum, more.sum),
    longest: Math.max(before?.longest ?? 0, more.longest),
  };
}

function readTimes(value: unknown, most: number): Times {
  if (!isObject(value)) return {};
  const read = new Map<string, ToolTime>();
  let looked = 0;
  // Not `Object.entries`: of a million made-up names only the first are read.
  for (const key in value) {
    if (++looked > MAX_TOOLS + 1) break;
    const time = Object.hasOwn(value, key) ? readTime(value[key], most) : null;
    if (time) addTo(read, readToolName(key), time, MAX_TOOLS);
  }
  return Object.fromEntries(read);
}

function readTime(value: unknown, most: number): ToolTime | null {
  if (!isObject(value)) return null;
  const calls = readCount(value.calls, most);
  if (calls === 0) return null;
  const sum = Math.min(readCount(value.sum, Number.MAX_SAFE_INTEGER), calls * LONGEST_CALL);
  return { calls, sum, longest: Math.min(readCount(value.longest, LONGEST_CALL), sum) };
}

/** Rejects names that every object inherits, so that no lookup finds those. */
function readToolName(name: string): string {
  const short = name.slice(0, MAX_TOOL_NAME).toWellFormed();
  return short in Object.prototype ? '' : short;
}
