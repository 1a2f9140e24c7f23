/** Checks what came back over a message channel: another version of the background may still be running. */
import type { Counts, SiteState } from '../sites/messages.ts';
import type { TabAnswer } from './view-model.ts';

/** @returns the state when every field is there, else null */
export function readSiteState(value: unknown): SiteState | null {
  if (!isRecord(value) || !isRecord(value.settings)) return null;
  const { origin, enabled, permitted } = value;
  const counts = readCounts(value.counts);
  const { badgeStay } = value.settings;
  if (typeof origin !== 'string' || typeof enabled !== 'boolean' || typeof permitted !== 'boolean' || !counts) return null;
  if (badgeStay !== 'next-message' && badgeStay !== '10-seconds' && badgeStay !== 'always') return null;
  return { origin, enabled, permitted, counts, settings: { badgeStay } };
}

/** @returns what the tab's bridge said; anything else counts as no answer */
export function readTabAnswer(value: unknown): TabAnswer {
  return value === 'active' || value === 'late' || value === 'silent' ? value : 'none';
}

function readCounts(value: unknown): Counts | null {
  if (!isRecord(value)) return null;
  const { markers, tools, imitated } = value;
  if (typeof markers !== 'number' || typeof tools !== 'number' || typeof imitated !== 'number') return null;
  return { markers, tools, imitated };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
