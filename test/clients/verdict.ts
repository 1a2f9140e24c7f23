import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../src/normalizer/json/json-edit.ts';
import type { Call, Client, Outcome } from './client.ts';
import type { Defect } from './defects.ts';

/** The result of a reply. VERDICTS explains each. */
export type Verdict =
  | 'ok'
  | 'throws'
  | 'loses text'
  | 'loses a call'
  | 'shows progress text'
  | 'hides the error';

/** The meaning of each verdict; the first that applies is used. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  ok: 'the reply is read correctly: all of its text and nothing else, every call with its name and its arguments, and an error if there is one',
  throws: 'the client throws, or shows an error although the server sent none; the rest is lost',
  'loses text': 'text of the reply is missing, without an error',
  'shows progress text': 'all of the text is there, and other text too: markers, or repeated text',
  'loses a call':
    'a call is missing, there is one too many, or its name or arguments are wrong, mostly broken JSON',
  'hides the error': 'the server sends an error, and the reply ends as if it were complete',
};

/** @returns whether the defect needs something that the client supports */
export function isAsked({ text, calls, error = false }: Defect, client: Client): boolean {
  return !(error && !client.errors) && !(calls && text === '' && !client.calls);
}

/** @returns the verdict on the reply */
export function judge(expected: Defect, { calls }: Client, got: Outcome): Verdict {
  if (got.error !== undefined && !expected.error) return 'throws';
  if (got.text !== expected.text)
    return isWithin(expected.text, got.text) ? 'shows progress text' : 'loses text';
  if (calls && !sameCalls(expected.calls ?? [], got.calls)) return 'loses a call';
  return expected.error && got.error === undefined ? 'hides the error' : 'ok';
}

/** @returns whether all of `part` is in `text`, in order, with other text between */
function isWithin(part: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (part.startsWith(letter, at)) at += letter.length;
  return at === part.length;
}

function sameCalls(expected: readonly Call[], got: readonly Call[]): boolean {
  return expected.length === got.length && expected.every((call, i) => sameCall(call, got[i]));
}

/** Some clients pass the arguments on parsed, so the formatting of the JSON does not count. */
function sameCall(expected: Call, got: Call | undefined): boolean {
  return (
    expected.name === got?.name &&
    typeof got.arguments === 'string' &&
    isDeepStrictEqual(parseJson(expected.arguments), parseJson(got.arguments))
  );
}
