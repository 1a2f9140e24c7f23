/** How complete a JSON text is that arrives in pieces. */
export type JsonExtent = ReturnType<typeof createJsonExtent>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/**
 * Reads each character once; distinguishes only brackets and strings, so that broken JSON may look
 * complete.
 */
export function createJsonExtent() {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let state: 'none' | 'open' | 'whole' = 'none';

  function look(unit: number): void {
    if (inString) {
      if (escaped) escaped = false;
      else if (unit === BACKSLASH) escaped = true;
      else if (unit === QUOTE) inString = false;
    } else if (unit > SPACE) {
      state = 'open';
      if (unit === QUOTE) inString = true;
      else if (unit === 0x7b /* { */ || unit === 0x5b /* [ */) depth++;
      else if ((unit === 0x7d /* } */ || unit === 0x5d) /* ] */ && depth > 0 && --depth === 0)
        state = 'whole';
    }
  }

  return {
    /** @param unit the next UTF-16 unit, or byte of UTF-8 */
    look,
    /** @param text the next piece */
    add(text: string): void {
      for (let i = 0; i < text.length; i++) look(text.charCodeAt(i));
    },
    isInString: (): boolean => inString,
    /**
     * @returns `none` before its first character, `whole` if the object or array it began with is
     * closed and only white space follows, otherwise `open`
     */
    get: (): 'none' | 'open' | 'whole' => state,
  };
}
