import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject, type JsonEdit, type JsonPath } from '../json/json-edit.ts';
import { editChoices, type RunningRepair, type StatefulRepair } from './frame-repair.ts';
import type { Frame } from './frame.ts';

/** Deltas in a row that must repeat all text before them. */
const REPEATS = 3;
/** Fewest UTF-16 units of the text that the last of them repeats. */
const MIN_TEXT = 20;
/**
 * Most frames held for the decision; as each repeat is longer, `MIN_TEXT` and `REPEATS` never need
 * more texts.
 */
const MAX_HELD = 100;

/**
 * Every delta repeats the whole text so far (DashScope: QwenLM/qwen-code#3896; swuecho/chat#687),
 * so that the joined reply says everything many times. Each delta is cut to its new part.
 *
 * Recognised only from the first text of a stream: each further delta begins with the whole
 * previous delta and is longer, three times in a row, and the third repeats at least 20 units. From
 * the second delta on, frames are held until that is certain; at the first delta that does not
 * repeat, they leave unchanged, and the rest of the stream passes. So an ordinary stream waits for
 * nothing unless its second delta happens to begin with its first. A reply that ends before it is
 * certain stays unchanged, and so does one with several choices. Off by default: a model may well
 * write a text that repeats itself.
 */
export const cumulativeText: StatefulRepair = {
  id: 'cumulative-text',
  stage: 'stream',
  stream: 'legal',
  about: {
    name: 'Text sent again and again',
    defect: 'Every delta repeats the whole text so far, not only what is new.',
    breaks: [
      'every client that joins deltas, as the format asks: the text is shown again and again',
    ],
    whatWeDo: 'Each delta is cut to what is new.',
    source: 'https://github.com/QwenLM/qwen-code/pull/3896',
  },
  start,
};

function start(onRepair: () => void): RunningRepair {
  let state: 'watching' | 'cumulative' | 'ordinary' = 'watching';
  /** The text of the last delta. */
  let whole = '';
  let repeats = 0;
  /** Frames since the first repeat; for those with text, how many units are repeated. */
  let held: { readonly frame: Frame; readonly known: number }[] = [];

  function flush(): string[] {
    const texts = held.map(({ frame }) => frame.text);
    held = [];
    return texts;
  }

  /** An ordinary stream: everything passes unchanged. */
  function pass(frame: Frame): readonly string[] | null {
    state = 'ordinary';
    return held.length > 0 ? [...flush(), frame.text] : null;
  }

  function hold(frame: Frame, known: number): readonly string[] | null {
    if (held.length >= MAX_HELD || ends(frame)) return pass(frame);
    held.push({ frame, known });
    return [];
  }

  /** It is certain: the held frames leave, cut to their new parts. */
  function release(frame: Frame, known: number): readonly string[] {
    state = 'cumulative';
    const frames = [...held, { frame, known }];
    held = [];
    return frames.flatMap((each) => cut(each.frame, each.known) ?? [each.frame.text]);
  }

  /** @param known how many units of the text are repeated */
  function cut(frame: Frame, known: number): readonly string[] | null {
    const frames =
      known > 0 ? editChoices(frame, (choice, path) => withoutKnown(choice, path, known)) : null;
    if (frames) onRepair();
    return frames;
  }

  return {
    flush,
    repair(frame) {
      if (state === 'ordinary') return null;
      const text = textOf(frame);
      if (text === '') return held.length > 0 ? hold(frame, 0) : null;
      const known = whole.length;
      if (text === null || !text.startsWith(whole)) return pass(frame);
      const isLonger = text.length > known;
      whole = text;
      if (state === 'cumulative') return cut(frame, known);
      if (known === 0) return null;
      if (!isLonger) return pass(frame);
      return ++repeats >= REPEATS && known >= MIN_TEXT ? release(frame, known) : hold(frame, known);
    },
  };
}

/** @returns the text of the only choice, '' if a frame has none, null for more than one choice */
function textOf({ json }: Frame): string | null {
  const [choice, ...others] = isObject(json) ? arrayOf(json.choices) : [];
  if (!isObject(choice)) return '';
  if (others.length > 0 || (choice.index ?? 0) !== 0) return null;
  return isObject(choice.delta) ? stringOf(choice.delta.content) : '';
}

function withoutKnown(
  { delta }: Record<string, unknown>,
  path: JsonPath,
  known: number,
): JsonEdit[] {
  return isObject(delta)
    ? [{ path: [...path, 'delta', 'content'], value: stringOf(delta.content).slice(known) }]
    : [];
}

/** Returns whether this frame ends the reply. */
function ends({ fields, json }: Frame): boolean {
  if (fields?.data.trim() === '[DONE]') return true;
  return (
    isObject(json) &&
    arrayOf(json.choices).some(
      (choice) => isObject(choice) && stringOf(choice.finish_reason) !== '',
    )
  );
}
