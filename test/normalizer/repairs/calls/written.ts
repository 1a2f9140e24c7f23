import { createCall, type ToolCall } from '../../../../src/normalizer/repairs/calls/calls.ts';
import { writeStandard } from '../../../../src/normalizer/repairs/calls/standard-entry.ts';

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
  const call = { ...createCall(0, 0), id: 'a', name: 'f', ...known };
  const found = { draft: entry, call, isNew, unsure: false };
  return writeStandard(found, new Set([repair]), rawArguments).length > 0;
}
