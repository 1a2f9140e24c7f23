import { arrayOf } from '../../dialects/fields.ts';
import { askingTexts, textsIn } from '../assistant-texts.ts';
import { isObject } from '../../json/json-edit.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * The Responses API: `input[]` of messages and items. An `input` of plain strings asks for embeddings or moderation; an
 * `input` that is a string has no history (and elsewhere asks for speech).
 */
export const openaiResponsesRequest: RequestShape = { id: 'openai-responses-request', asksReply: true, find };

function find({ input }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  const asks = arrayOf(input).some((item) => isObject(item) && 'role' in item);
  return asks ? textsIn(input, ['input'], askingTexts) : null;
}
