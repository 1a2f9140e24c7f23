import { createJsonExtent } from '../../../../src/normalizer/json/json-extent.ts';
import type { ToolCall } from '../../../../src/normalizer/repairs/calls/calls.ts';
import { writeStandard } from '../../../../src/normalizer/repairs/calls/standard-entry.ts';

/** What was known of a call, if its arguments are not followed. */
const CALL: ToolCall = {
  index: 0,
  key: 0,
  extent: createJsonExtent(),
  id: 'a',
  name: 'f',
  argued: false,
  atOnce: null,
  delta: 0,
  resumes: false,
  typed: false,
  inPieces: false,
};

/**
 * Writes an entry in the standard form, with one repair on.
 * @param entry is changed
 * @param known of its call before
 * @returns whether the repair was made
 */
export function isWritten(
  repair: string,
  entry: Record<string, unknown>,
  known: Partial<ToolCall> = {},
  isNew = false,
  rawArguments = () => '',
): boolean {
  const call = { ...CALL, ...known };
  const found = { draft: entry, call, isNew, unsure: false };
  return writeStandard(found, new Set([repair]), rawArguments).length > 0;
}
