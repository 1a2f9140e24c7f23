import { isObject } from '../json/json-edit.ts';

/** A message of a channel that a model wrote. */
export interface ModelMessage {
  readonly content: unknown;
  /** Output items, from 0.9 on. */
  readonly output: unknown;
  /** It is complete. */
  readonly done: boolean;
}

/** @returns null for what a person, an app or a webhook wrote: only a model's message names its model */
export function readModelMessage(message: unknown): ModelMessage | null {
  if (!isObject(message) || !isObject(message.meta) || typeof message.meta.model_id !== 'string') return null;
  const output = isObject(message.data) ? message.data.output : undefined;
  return { content: message.content, output, done: message.meta.done === true };
}
