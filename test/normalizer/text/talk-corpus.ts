/**
 * Explanations of calls, and calls that models wrote, by which the alarm is measured: half of both
 * is kept apart, and the rule was chosen by the other one.
 */
import HERMES_TOOLS from '../../../src/normalizer/tables/hermes-tools.json' with { type: 'json' };
import { CALL_FORMS, FORM_NOTES } from '../../../src/normalizer/text/call-forms.ts';
import ANNOUNCED from '../../recordings/written-calls/announced.json' with { type: 'json' };
import EXPLAINED from '../../recordings/written-calls/explained-talk.json' with { type: 'json' };

/** A text, and what is known beside it. */
export interface Sample {
  readonly text: string;
  readonly language: string;
  /** In which place the call stands. */
  readonly way: string;
  /** Names of tools that the page knows. */
  readonly tools: readonly string[];
  readonly isKept: boolean;
}

/** Tools that agents have, and made ones. */
const NAMES = ['terminal', 'read_file', 'lookup_part', 'web_search', 'get_weather'];
const KNOWN = [...HERMES_TOOLS, ...NAMES];
const EXAMPLES = CALL_FORMS.map(({ name, kind }) => ({ kind, example: FORM_NOTES[name].example }));

function exampleAt(i: number): string {
  const { example } = EXAMPLES[i % EXAMPLES.length] ?? EXAMPLES[0]!;
  return example.replaceAll('read_file', NAMES[i % NAMES.length] ?? '');
}

/** Each explanation with several forms, each of these once with no tool known and once with all. */
export function explained(): Sample[] {
  const texts = Object.entries(EXPLAINED).flatMap(([language, all]) =>
    all.map((text) => ({ language, text })),
  );
  return texts.flatMap(({ language, text }, i) =>
    [0, 1, 2, 3].flatMap((k) => {
      const call = exampleAt(7 * i + 11 * k);
      const line = call.replaceAll('\n', ' ');
      const said = text.replaceAll('{C}', call).replaceAll('{L}', line);
      return [[], KNOWN].map((tools) => ({
        text: said,
        language,
        way: tools.length > 0 ? 'tools known' : 'no tool known',
        tools,
        isKept: k % 2 === 1,
      }));
    }),
  );
}

/** @returns a call without the tag or token that ends it, and what follows it */
function openOf(call: string): string {
  const last = Math.max(
    ...['</', '<|', '<｜', '<tool_call|', '<end_'].map((end) => call.lastIndexOf(end)),
  );
  return last > 0 ? call.slice(0, last).trimEnd() : call;
}

const WAYS: readonly (readonly [way: string, write: (call: string, said: string) => string])[] = [
  ['alone', (call) => call],
  ['behind reasoning', (call, said) => `<think>\n${said}\n</think>\n\n${call}`],
  ['two', (call) => `${call}\n${call}`],
  ['at once behind a sentence', (call, said) => `${said}${call}`],
  ['on the next line', (call, said) => `${said}\n${call}`],
  ['behind a sentence, left open', (call, said) => `${said}\n\n${openOf(call)}`],
  ['behind a sentence', (call, said) => `${said}\n\n${call}`],
  ['before an answer', (call, said) => `${call}\n\n${said}`],
];

/** Each form in each way, alternately with tools known and not. */
export function written(): Sample[] {
  const said = Object.entries(ANNOUNCED).flatMap(([language, all]) =>
    all.map((text) => ({ language, text })),
  );
  return EXAMPLES.flatMap((_, i) =>
    WAYS.flatMap(([way, write], j) => {
      const { language, text } = said[(i + 3 * j) % said.length] ?? said[0]!;
      return [[], KNOWN].map((tools, k) => ({
        text: write(exampleAt(i), text),
        language,
        way: `${way}, ${tools.length > 0 ? 'tools known' : 'no tool known'}`,
        tools,
        isKept: (i + j + k) % 2 === 1,
      }));
    }),
  );
}
