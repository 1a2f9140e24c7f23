/** What browsers do with the text files, for tests without one; runs in Node and in pages. */

/** One text of a `messages.json`. */
export interface Message {
  readonly message: string;
  readonly description?: string;
  readonly placeholders?: Readonly<Record<string, { readonly content: string }>>;
}

export type Messages = Readonly<Record<string, Message>>;

/** The part of `browser.i18n` that is used. */
export interface I18n {
  getMessage(key: string, values?: readonly string[]): string;
}

/** @param english for texts that the others lack */
export function createI18n(messages: Messages, english: Messages): I18n {
  return {
    getMessage(key, values = []) {
      const found = messages[key] ?? english[key];
      return found ? filled(found, values) : '';
    },
  };
}

/** @throws if there are fewer values than placeholders: browsers would leave these empty */
function filled({ message, placeholders = {} }: Message, values: readonly string[]): string {
  return message.replace(/\$(\w+)\$|\$\$/g, (whole, name?: string) => {
    if (name === undefined) return '$';
    const place = Number(placeholders[name.toLowerCase()]?.content.slice(1));
    const value = values[place - 1];
    if (value === undefined) throw new Error(`"${message}": there is no value for ${whole}.`);
    return value;
  });
}

/** The tag of a language that nobody speaks, for finding words that come from no file. */
export const PSEUDO = 'en-XA';

/** Returns the texts accented, a third longer and in brackets. */
export function pseudo({ getMessage }: I18n): I18n {
  return {
    getMessage: (key, values) => (key === 'language' ? 'en' : stretch(getMessage(key, values))),
  };
}

function stretch(text: string): string {
  if (text === '') return text;
  const accented = text.replace(/[aeiou]/gi, (letter) => `${letter}\u0301`.normalize());
  return `⟦${accented}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}
