import { textsIn, wholeText, type AssistantText } from '../assistant-texts.ts';
import { isObject, type JsonPath } from '../../json/json-edit.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Gemini's own API (`generateContent`, `streamGenerateContent`): `contents[]` with role `model` and `parts[].text`. A part
 * with a signature stays: Gemini may check it.
 */
export const geminiRequest: RequestShape = { id: 'gemini-request', asksReply: true, find };

function find({ contents }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  if (!Array.isArray(contents) || !contents.some((turn) => isObject(turn) && Array.isArray(turn.parts))) return null;
  return textsIn(contents, ['contents'], turnTexts);
}

function turnTexts(turn: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(turn) || turn.role !== 'model') return [];
  return textsIn(turn.parts, [...path, 'parts'], (part, at) =>
    isObject(part) && part.thoughtSignature === undefined && part.thought_signature === undefined
      ? wholeText(part.text, [...at, 'text'])
      : [],
  );
}
