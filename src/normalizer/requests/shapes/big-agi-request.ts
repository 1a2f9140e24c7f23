import { textsIn, wholeText, type AssistantText } from '../assistant-texts.ts';
import { isObject, type JsonPath } from '../../json/json-edit.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * big-AGI 2 to its own server: `chatGenerate.chatSequence[]` with role `model` and parts `{pt: 'text', text}`, inside
 * `{json}` of superjson, which tRPC also wraps by number when it batches calls: `{"0": {json}}`.
 */
export const bigAgiRequest: RequestShape = { id: 'big-agi-request', asksReply: true, find };

function find(body: Record<string, unknown>): ReturnType<RequestShape['find']> {
  const calls = [readCall(body, []), ...Object.keys(body).map((key) => readCall(body[key], [key]))];
  const found = calls.filter((texts) => texts !== null);
  return found.length > 0 ? found.flat() : null;
}

function readCall(call: unknown, path: JsonPath): readonly AssistantText[] | null {
  const json = isObject(call) ? call.json : null;
  const asked = isObject(json) ? json.chatGenerate : null;
  if (!isObject(asked) || !Array.isArray(asked.chatSequence)) return null;
  return textsIn(asked.chatSequence, [...path, 'json', 'chatGenerate', 'chatSequence'], turnTexts);
}

function turnTexts(turn: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(turn) || turn.role !== 'model') return [];
  return textsIn(turn.parts, [...path, 'parts'], (part, at) =>
    isObject(part) && part.pt === 'text' ? wholeText(part.text, [...at, 'text']) : [],
  );
}
