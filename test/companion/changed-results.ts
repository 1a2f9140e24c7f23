/** Results of tools, as recorded and as changed at random: both languages must read the same in each. */
import { createRandom, type Random } from '../fuzz/random.ts';
import CASES from './outcome-cases.json' with { type: 'json' };
import RECORDED from './recorded-results.json' with { type: 'json' };

export interface ToolResult {
  readonly tool: string | null;
  readonly result: unknown;
}

/** All that have an expected outcome. */
export const KNOWN_RESULTS: readonly ToolResult[] = [...CASES, ...RECORDED].map((row) => {
  const { tool = null, result } = row as { tool?: string; result: unknown };
  return { tool, result };
});

const TOOLS = [...new Set(KNOWN_RESULTS.map(({ tool }) => tool))];

type Json = Record<string, unknown>;

const OBJECTS: readonly Json[] = KNOWN_RESULTS.flatMap(({ result }) => {
  try {
    const json: unknown = JSON.parse(String(result));
    return json !== null && typeof json === 'object' && !Array.isArray(json) ? [json as Json] : [];
  } catch {
    return [];
  }
});

/** Values that a field can have, among them those that languages take for something else. */
const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    1,
    -1,
    0.5,
    1e3,
    1e21,
    '',
    ' ',
    '\u00a0',
    '\u001c',
    '0',
    '00',
    '7',
    ' 7',
    '-3',
  ],
  ...[
    '+1',
    '1e1',
    '०',
    'true',
    'Failed',
    'TIMED OUT',
    'timed-out',
    'ſuccess',
    'İ',
    'completed',
    'dispatched',
  ],
  ...[
    'BLOCKED: no',
    'BLOCKED: Command denied by users',
    'BLOCKED: User denied x',
    '\nBLOCKED: x',
    'success',
  ],
  ...[
    'Background process started',
    'proc_1',
    [],
    {},
    [0],
    [''],
    ['a', { message: 'b' }],
    { message: 'c' },
  ],
  ...[
    { detail: 'd' },
    { message: 7 },
    [{ task_index: 0, status: 'failed', error: 'e' }],
    [{ task_index: 1 }],
  ],
  ...[
    [{ status: 'completed', task_index: 0 }, { status: 'Error' }],
    [{ content: 'x' }, { error: ['y'] }],
  ],
];

const KEYS = [
  ...new Set([
    ...OBJECTS.flatMap((json) => Object.keys(json)),
    ...['errors', 'isError', 'ok', 'state', 'outcome', 'exitCode', 'returncode', 'succeeded'],
    ...['interrupted', '__proto__', 'toString', '0'],
  ]),
];

/** Ways to change the text of a result. */
const TEXTS: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text) => `\n ${text}\t`,
  (text) => `\ufeff${text}`,
  (text) => `${text}\n`,
  (text, random) =>
    `<untrusted_tool_result source="${random.pick(TOOLS) ?? 'x'}">\nAdvice.\n\n${text}\n</untrusted_tool_result>`,
  (text) => `<untrusted_tool_result source="a">\n${text}\n</untrusted_tool_result>`,
  (text) => `<untrusted_tool_result source="a">\n\n${text}\n</untrusted_tool_result>\n`,
  (text) => text.replace(/[a-z]/, '\\u0061'),
  (text) => text.replace('}', ', "n": NaN}'),
  (text) => text.replace('}', ', "n": 1e999, "error": ""}'),
  (text) => text.replace(':', ': 12345678901234567890,"x":'),
];

/** @returns the changed result of a turn: the same ones with the same seed */
export function changedResult(turn: number): ToolResult {
  const random = createRandom('results of tools', turn);
  const json = { ...random.pick(OBJECTS) };
  for (let left = random.below(4); left > 0; left--) change(json, random);
  const tool = random.pick(TOOLS);
  const text = random.pick(TEXTS)(JSON.stringify(json), random);
  if (!random.oneIn(8)) return { tool, result: text };
  const at = random.below(text.length + 1);
  return {
    tool,
    result: [{ text: text.slice(0, at) }, { type: 'text', text: text.slice(at) }, {}],
  };
}

function change(json: Json, random: Random): void {
  const key = random.oneIn(3) ? random.pick(KEYS) : random.pick(Object.keys(json).concat('error'));
  if (random.oneIn(5)) delete json[key];
  else
    Object.defineProperty(json, key, {
      value: random.pick(VALUES),
      enumerable: true,
      configurable: true,
      writable: true,
    });
}
