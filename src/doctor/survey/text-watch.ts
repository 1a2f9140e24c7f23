import type { Sightings } from '../sightings.ts';
import { createTextSigns, type TextSigns } from './written-calls.ts';

/** Watches the texts of a stream for what the model must not write into them. */
export interface TextWatch {
  /** @param reasons whether the text is the model's reasoning, which may mention tokens */
  read(channel: string, text: string, reasons?: boolean): void;
}

/** Texts that are searched for what the model wrote into them. */
const MAX_TEXTS = 64;

export function createTextWatch(seen: Sightings): TextWatch {
  const texts = new Map<string, TextSigns>();

  function signsOf(channel: string, reasons: boolean): TextSigns | undefined {
    const known = texts.get(channel);
    if (known || texts.size >= MAX_TEXTS) return known;
    const signs = createTextSigns(
      (model) => seen.add('call-as-text', callWords(model, reasons)),
      () => !reasons && seen.add('template-tokens'),
    );
    texts.set(channel, signs);
    return signs;
  }

  return {
    read(channel, text, reasons = false) {
      if (text.includes('\ufffd')) seen.add('broken-letters');
      signsOf(channel, reasons)?.add(text);
    },
  };
}

function callWords(model: string, reasons: boolean): string {
  return `The model wrote a tool call ${reasons ? 'into its reasoning' : 'as text'} (in the way of ${model}): the tool parser of the server is off, or the template is wrong.`;
}
