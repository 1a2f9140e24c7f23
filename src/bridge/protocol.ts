/**
 * The only thing both worlds share. Everything that comes up from the MAIN world is hostile input: the page can hook
 * `MessagePort.prototype` in its own realm. So the ISOLATED side lets a message in only through `readPageMessage`,
 * and only two kinds of facts flow up: badge texts and counts. Nothing that MAIN says can change a setting.
 */
import type { Progress, ProgressStatus, Provenance } from '../normalizer/types.ts';

/** Sent up by the page's hook. `reply` numbers the replies of one page load, from 1. */
export type PageMessage =
  | { readonly type: 'hello'; readonly late: boolean }
  | { readonly type: 'reply-start'; readonly reply: number }
  | { readonly type: 'progress'; readonly reply: number; readonly progress: Progress }
  | { readonly type: 'reply-end'; readonly reply: number }
  | { readonly type: 'removed'; readonly markers: number };

/** Sent down to the page's hook: no more than the transform needs. */
export interface HookSettings {
  readonly type: 'settings';
  readonly enabled: boolean;
}

/** Longest text a badge field may carry up, in UTF-16 units; a badge shows far less. */
export const MAX_TEXT = 300;
/** Highest ordinal or count believed; a page that floods gets no further. */
const MAX_NUMBER = 1_000_000;

const STATUSES: readonly ProgressStatus[] = ['running', 'finished', 'failed', 'ended'];
const PROVENANCES: readonly Provenance[] = ['server', 'imitated', 'unknown'];

/**
 * Validates one message from the page's world.
 * @param value structured-cloned data of unknown shape
 * @returns a fresh object holding only known fields, texts cut to `MAX_TEXT` UTF-16 units, or null when anything is off
 */
export function readPageMessage(value: unknown): PageMessage | null {
  if (!isRecord(value)) return null;
  switch (value.type) {
    case 'hello':
      return typeof value.late === 'boolean' ? { type: 'hello', late: value.late } : null;
    case 'reply-start':
    case 'reply-end':
      return isOrdinal(value.reply) ? { type: value.type, reply: value.reply } : null;
    case 'removed':
      return isOrdinal(value.markers) ? { type: 'removed', markers: value.markers } : null;
    case 'progress': {
      const progress = readProgress(value.progress);
      return progress && isOrdinal(value.reply) ? { type: 'progress', reply: value.reply, progress } : null;
    }
    default:
      return null;
  }
}

function readProgress(value: unknown): Progress | null {
  if (!isRecord(value) || !isOrdinal(value.call)) return null;
  if (value.source !== 'event' && value.source !== 'marker') return null;
  const status = STATUSES.find((known) => known === value.status);
  const provenance = PROVENANCES.find((known) => known === value.provenance);
  if (!status || !provenance) return null;
  const { call, source } = value;
  return {
    call,
    source,
    tool: readText(value.tool),
    emoji: readText(value.emoji),
    label: readText(value.label),
    callId: readText(value.callId),
    status,
    provenance,
  };
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : null;
}

function isOrdinal(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
