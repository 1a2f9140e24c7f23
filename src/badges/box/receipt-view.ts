/**
 * What the agent recorded of one call: what it asked of the tool, the agent's words, what the tool
 * returned.
 */
import { make, makeText, setText } from '../look/shadow.ts';
import { badgeTexts } from '../texts.ts';
import { maskSecrets } from '../../normalizer/json/mask.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import type { Receipt } from '../../normalizer/progress/progress-types.ts';

export type ReceiptView = ReturnType<typeof createReceiptView>;

/** Lines of a result that are shown; the whole is at the agent. */
const MAX_LINES = 20;

export function createReceiptView(document: Document) {
  const element = make(document, 'div', 'receipt');
  const error = makeText(document, 'p', 'error');
  const input = createPart(document, badgeTexts.input);
  const output = createPart(document, badgeTexts.output);
  element.append(error, input.element, output.element);

  return {
    element,
    render(receipt: Receipt): void {
      const texts = textsOf(receipt);
      setText(error, texts.error);
      error.hidden = texts.error === '';
      input.render(texts.input);
      output.render(texts.output);
    },
  };
}

/** @returns whether there is anything to unfold */
export function hasReceipt({ error, input, output }: Receipt): boolean {
  return Boolean(error || input || output);
}

function createPart(document: Document, title: string) {
  const element = make(document, 'div', 'part');
  const pre = make(document, 'pre', 'text');
  // What scrolls must be reachable with the keyboard.
  pre.tabIndex = 0;
  pre.dir = 'auto';
  pre.ariaLabel = title;
  element.append(makeText(document, 'span', 'title', title), pre);

  return {
    element,
    render(text: string): void {
      if (pre.textContent !== text) pre.textContent = text;
      element.hidden = text === '';
    },
  };
}

/** Returns the texts of a receipt as they are shown: secrets masked as in recordings. */
export function textsOf({ error = '', input = '', output = '' }: Receipt) {
  return {
    error: maskSecrets(error),
    input: readable(maskSecrets(input)),
    output: firstLines(maskSecrets(output)),
  };
}

/** Writes arguments as a person reads them: one alone without its name, several on a line each. */
export function readable(input: string): string {
  const json = parseJson(input);
  if (!isObject(json)) return input;
  const entries = Object.entries(json).map(([key, value]) => [key, textOf(value)] as const);
  const [only] = entries;
  return only && entries.length === 1
    ? only[1]
    : entries.map(([key, text]) => `${key}: ${text}`).join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @returns the first lines, with a sign that there were more */
export function firstLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.length > MAX_LINES
    ? [...lines.slice(0, MAX_LINES), '…'].join('\n')
    : lines.join('\n');
}
