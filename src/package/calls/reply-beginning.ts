import { mayBeginCall } from './read-calls.ts';

/** How reasoning begins and ends: Qwen and DeepSeek, Gemma, Mistral, gpt-oss. */
const THOUGHTS: readonly (readonly [begin: string, end: string])[] = [
  ['<think>', '</think>'],
  ['<|channel>', '<channel|>'],
  ['[THINK]', '[/THINK]'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
];

/** What is known of the beginning of a reply. */
interface Beginning {
  /**
   * `before`: only blanks and reasoning so far; `tag`: perhaps a tag, which is cut; `call`;
   * `words`: anything else.
   */
  readonly state: 'before' | 'tag' | 'call' | 'words';
  /** The text behind blanks and closed reasoning. */
  readonly rest: string;
}

/**
 * Finds out how a reply begins as its text arrives, in linear time.
 * @returns a function that takes the next piece; it is not called again once it has told of a call
 * or of words
 */
export function createBeginning(): (added: string) => Beginning {
  let rest = '';
  /** The tag that ends the reasoning; '' if none is open. */
  let end = '';

  function skipThoughts(): boolean {
    const at = rest.indexOf(end);
    if (at === -1) {
      rest = rest.slice(1 - end.length);
      return false;
    }
    rest = rest.slice(at + end.length);
    end = '';
    return true;
  }

  return (added) => {
    rest += added;
    for (;;) {
      if (end !== '' && !skipThoughts()) return { state: 'before', rest: '' };
      rest = rest.trimStart();
      const thoughts = THOUGHTS.find(([begin]) => rest.startsWith(begin));
      if (!thoughts) break;
      rest = rest.slice(thoughts[0].length);
      end = thoughts[1];
    }
    if (rest === '') return { state: 'before', rest };
    if (THOUGHTS.some(([begin]) => begin.startsWith(rest))) return { state: 'tag', rest };
    const may = mayBeginCall(rest);
    return { state: may === 'no' ? 'words' : may === 'yes' ? 'call' : 'tag', rest };
  };
}
