// What the repairs look at to name the form of a defect. Not part of the hook.

import { arrayOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';

type Fields = Record<string, unknown>;

/** @returns the data of a frame, without the fields around it */
export function dataIn(frame: string): string {
  return (frame.match(/^\ufeff?data:.*$/gm) ?? [])
    .map((line) => line.replace(/^\ufeff?data: ?/, ''))
    .join('\n');
}

/** @returns the deltas of a chunk's choices */
export function deltasIn(frame: string): Fields[] {
  const json = parseJson(dataIn(frame.replace(/\r\n?/g, '\n')));
  return isObject(json)
    ? arrayOf(json.choices).flatMap((choice) =>
        isObject(choice) && isObject(choice.delta) ? [choice.delta] : [],
      )
    : [];
}

/** @returns the entries of `tool_calls` of all choices */
export function entriesIn(frame: string): Fields[] {
  return deltasIn(frame).flatMap(entriesOf);
}

/** @returns the entries of `tool_calls`, also where it is one object */
export function entriesOf({ tool_calls: calls }: Fields): Fields[] {
  return (isObject(calls) ? [calls] : arrayOf(calls)).filter(isObject);
}

/** @returns the function of an entry, empty if it has none */
export function functionOf(entry: Fields): Fields {
  return isObject(entry.function) ? entry.function : {};
}
