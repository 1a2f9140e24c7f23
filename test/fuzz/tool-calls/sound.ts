import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { isObject, parseJson } from '../../../src/normalizer/json/json-edit.ts';
import { endsOf, pushCut } from '../cuts.ts';
import type { Random } from '../random.ts';
import { on } from '../../support/on.ts';

/** The last frame: a repair that was switched off on the way does not repair it. */
const LAST = 'data: {"choices":[{"index":"last","delta":{"content":"z","tool_calls":null}}]}\n\n';

/** The output of the normalizer, and the repairs that it reported. */
export interface Normalized {
  readonly text: string;
  readonly reported: readonly string[];
}

export function normalize(
  body: Buffer,
  ends: readonly number[],
  repairs: ReadonlySet<string>,
): Normalized {
  const reported: string[] = [];
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    repairs,
    report: on({ repair: ({ id }) => reported.push(id) }),
  });
  if (!normalizer) throw new Error('no normalizer');
  return { text: Buffer.from(pushCut(normalizer, body, ends)).toString(), reported };
}

/**
 * Throws unless the output of a stream of tool calls is the same wherever it is cut, bounded, JSON,
 * with indexes that are places in a list, and repaired up to its end.
 * @param repairs including that of the container, which tells whether anything was switched off
 * @returns the output, with a frame at its end that is not part of the stream
 */
export function soundly(
  random: Random,
  frames: readonly string[],
  repairs: ReadonlySet<string>,
): Normalized {
  const body = Buffer.from(frames.join('') + LAST);
  const whole = normalize(body, [], repairs);
  const cut = normalize(body, endsOf(random, body.length), repairs);
  if (cut.text !== whole.text || cut.reported.join() !== whole.reported.join())
    throw new Error(
      `not the same when cut: ${body.toString()}\n=>\n${whole.text}\nbut\n${cut.text}`,
    );
  if (!/"index":"last","delta":\{"content":"z"(?:,"role":"assistant")?\}/.test(whole.text))
    throw new Error(`switched off by ${body.toString()}\n=>\n${whole.text}`);
  if (whole.text.length > 40 * body.length + 65_536)
    throw new Error(`${whole.text.length} units of ${body.length}`);
  for (const frame of whole.text.split('\n\n')) {
    const data = /^data: (?!\[DONE\])(.*)$/s.exec(frame)?.[1];
    if (data !== undefined && parseJson(data) === undefined)
      throw new Error(`no JSON: ${data} of ${body.toString()}`);
  }
  if (!repairs.has('tool-call-index')) return whole;
  const odd = deltasOf(whole.text)
    .flatMap(entriesOf)
    .map(({ index }) => index)
    .find(
      (index) =>
        !(Number.isInteger(index) && (index as number) >= 0 && (index as number) <= 10_100),
    );
  if (odd !== undefined) throw new Error(`index ${JSON.stringify(odd)} in ${whole.text}`);
  return whole;
}

/** @returns the deltas of all choices in a body, in order */
export function deltasOf(body: string): Record<string, unknown>[] {
  return body.split('\n\n').flatMap((frame) => {
    const json = parseJson(frame.replace(/^data: /, ''));
    const choices =
      isObject(json) && Array.isArray(json.choices) ? (json.choices as unknown[]) : [];
    return choices.flatMap((choice) =>
      isObject(choice) && isObject(choice.delta) ? [choice.delta] : [],
    );
  });
}

/** @returns the entries of the list of calls in a delta */
export function entriesOf({
  tool_calls: entries,
}: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(entries) ? (entries as unknown[]).filter(isObject) : [];
}
