import type { Dialect, Reading, StreamSoFar } from '../../../src/normalizer/dialects/dialect.ts';

/** Passes one message to a dialect. */
export function read(
  dialect: Dialect,
  json: Record<string, unknown>,
  event: string | null = null,
  stream: Partial<StreamSoFar> = {},
): Reading | null {
  return dialect.read({ event, json }, { dialects: new Set(), hermes: false, ...stream });
}

/** @returns each text as "kind channel path=text" */
export function textsOf(reading: Reading | null): string[] {
  return (reading?.texts ?? []).map(
    ({ kind, channel, path, text }) => `${kind} ${channel} ${path.join('.')}=${text}`,
  );
}

/** @returns each tool call as "phase tool emoji label id" */
export function progressOf(reading: Reading | null): string[] {
  return (reading?.progress ?? []).map(
    ({ phase, tool, emoji, label, callId }) => `${phase} ${tool} ${emoji} ${label} ${callId}`,
  );
}
