import { expect } from 'vitest';
import { bytesOf, cutsOf, endsEvery, normalizeCut, textOf } from '../splits.ts';

/** Server-sent events with this data. */
export function sse(...data: readonly (string | object)[]): string {
  return data
    .map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`)
    .join('');
}

/** A chunk of a chat completion in the shape of OpenAI. */
export function chunk(delta: object, finish: string | null = null, more: object = {}): object {
  return {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  };
}

export const HI = chunk({ content: 'Hi' });
/** A reply begins, and its end. */
export const START = sse(chunk({ role: 'assistant', content: '' }), HI);
export const REST = sse(chunk({ content: ' you' }), chunk({}, 'stop'), '[DONE]');

/** A chunk with entries of `tool_calls`. */
export function calls(...entries: readonly unknown[]): object {
  return chunk({ tool_calls: entries });
}

/**
 * Normalizes a body whole, cut in two (see `cutsOf`) and byte by byte, and then its output once
 * more: all must agree.
 * @param repairs ids of the repairs that are on; by default the default ones
 */
export function repaired(body: string, repairs?: ReadonlySet<string>): string {
  const bytes = bytesOf(body);
  const text = textOf(normalizeCut(bytes, [], { repairs }).bytes);
  for (const at of cutsOf(bytes)) {
    const cut = textOf(normalizeCut(bytes, [at], { repairs }).bytes);
    if (cut !== text) expect(cut, `cut at ${at}`).toBe(text);
  }
  expect(
    textOf(normalizeCut(bytes, endsEvery(bytes.length, 1), { repairs }).bytes),
    'byte by byte',
  ).toBe(text);
  expect(textOf(normalizeCut(bytesOf(text), [], { repairs }).bytes), 'twice').toBe(text);
  return text;
}

/** @returns the entries of `tool_calls` in a body, one array for each chunk that has some */
export function entriesOf(body: string): unknown[][] {
  return messagesOf(body).flatMap(({ choices }) => {
    const entries = (choices as { delta?: { tool_calls?: unknown[] } }[])[0]?.delta?.tool_calls;
    return entries ? [entries] : [];
  });
}

/** @returns the JSON objects in a body */
export function messagesOf(body: string): Record<string, unknown>[] {
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
}

/** The repaired entries of chunks with these entries, followed by the end of the stream. */
export function repairedEntries(...chunks: readonly (readonly unknown[])[]): unknown[][] {
  return entriesOf(
    repaired(sse(...chunks.map((entries) => calls(...entries)), chunk({}, 'tool_calls'), '[DONE]')),
  );
}
