import { maskSecrets } from '../../normalizer/json/mask.ts';
import { lookalikesIn } from '../../normalizer/cleaning/clean-text.ts';
import type { Sightings } from '../sightings.ts';
import {
  findToken,
  findWrittenCall,
  MAX_SHOWN,
  MAX_TEXT,
  proseOf,
} from '../../normalizer/text/written-calls.ts';

interface Text {
  text: string;
  readonly reasons: boolean;
  /** The frames of its pieces, and where these end. */
  readonly frames: number[];
  readonly ends: number[];
}

/** Half of a surrogate pair. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The parts of a message as Python prints them, and nothing before. */
const PYTHON_LIST =
  /^\s*(?:\[\s*)?\{(?:'\w+': (?:'[^'\n]{0,80}'|\d+|None|True|False), ){0,4}'(?:type': '(?:text|output_text|thinking|reasoning|tool_use)'|(?:text|thinking|reasoning)': ['"])/;

/** Watches the texts of a stream for what the model must not write into them. */
export function createTextWatch(seen: Sightings) {
  const texts = new Map<string, Text>();

  function frameAt({ frames, ends }: Text, at: number): number {
    return frames[ends.findIndex((end) => end > at)] ?? 0;
  }

  return {
    /** Returns how many lines of the texts look like markers in Hermes' words. */
    lookalikes: (): number =>
      [...texts.values()].reduce(
        (sum, { text, reasons }) => sum + (reasons ? 0 : lookalikesIn(text)),
        0,
      ),
    /**
     * @param frame number of the frame, from 0
     * @param reasons whether the text is the model's reasoning, which may mention calls and tokens
     */
    read(channel: string, text: string, frame: number, reasons = false): void {
      if (text.includes('\ufffd')) seen.add('broken-letters');
      if (HALF.test(text))
        seen.add(
          'broken-letters',
          'A character is cut into two halves, of which UTF-8 can hold neither.',
        );
      if (text.includes('\0')) seen.add('nul-character');
      const whole = texts.get(channel) ?? { text: '', reasons, frames: [], ends: [] };
      texts.set(channel, whole);
      if (whole.text.length >= MAX_TEXT || text === '') return;
      whole.text += text;
      whole.frames.push(frame);
      whole.ends.push(whole.text.length);
    },
    /**
     * @param names of tools that the model may call
     * @param hasCalls whether the reply has real calls
     */
    end(names: readonly string[], hasCalls: boolean): void {
      for (const whole of texts.values()) {
        const { text, reasons } = whole;
        const facts = { strict: reasons, hasCalls };
        const call = findWrittenCall(text, names, { ...facts, isSuspected: true });
        const isMade = call !== null && findWrittenCall(text, names, facts) !== null;
        const thought = reasons ? null : thoughtIn(text);
        if (!reasons && PYTHON_LIST.test(text))
          seen.add('python-text', undefined, {
            frame: frameAt(whole, 0),
            text: shown(text, 0, MAX_SHOWN),
          });
        if (thought)
          seen.add(
            'reasoning-as-text',
            `The text contains the model's reasoning, in "${thought[0].trim()}".`,
            {
              frame: frameAt(whole, thought.index),
              text: shown(text, thought.index, thought.index + MAX_SHOWN),
            },
          );
        const token = call || reasons ? -1 : findToken(text);
        if (call)
          seen.add('call-as-text', callWords(call.model, reasons, isMade), {
            frame: frameAt(whole, call.at),
            text: call.text,
          });
        if (token !== -1)
          seen.add('template-tokens', undefined, {
            frame: frameAt(whole, token),
            text: shown(text, Math.max(0, token - 40), token + 80),
          });
      }
    },
  };
}

/** The tag that ends a reasoning, before a line, a sentence or a call. */
const THOUGHT_END =
  /<\/think(?:ing)?>(?=\s*\n|[\p{Lu}*#]|\s*$|<(?:(?:tool_call|function|invoke|[a-z]+:tool_call)\b|[|｜]))/u;

/**
 * @returns how reasoning begins in a text, or the tag that ends it where none begins it; null if
 * there is none, or the tag is a word of a sentence
 */
function thoughtIn(text: string): RegExpExecArray | null {
  const closing = /<\/think(?:ing)?>/.exec(text);
  const opening = /^\s*<think(?:ing)?>/.exec(text);
  if (opening && closing) {
    const inside = text.slice(opening[0].length, closing.index);
    if (/^[ \t]/.test(inside) && !/[.!?…。！？]$|\n/.test(inside.trimEnd())) return null;
  }
  const begins = opening ?? /<details type="reasoning"/.exec(text);
  if (begins) return begins;
  const ends = THOUGHT_END.exec(proseOf(text));
  return ends && !/<think/.test(text.slice(0, ends.index)) ? ends : null;
}

/** Cuts a piece of a text; a secret is masked before, as a part of it may not look like one. */
function shown(text: string, from: number, to: number): string {
  return maskSecrets(text).slice(from, to);
}

/** @param isMade it is no explanation of one */
function callWords(model: string | null, reasons: boolean, isMade: boolean): string {
  const way = model === null ? '' : ` (in the way of ${model})`;
  const why = 'the tool parser of the server is off, or the template is wrong.';
  if (!isMade) return `The text shows or makes a tool call${way}. If it is no explanation, ${why}`;
  return `The model wrote a tool call ${reasons ? 'into its reasoning' : 'as text'}${way}: ${why}`;
}
