// Explanations of calls that are written systematically, in ten languages.

import { CALL_FORMS, FORM_NOTES } from '../../../src/normalizer/text/call-forms.ts';
import TALK from '../../recordings/written-calls/talk.json' with { type: 'json' };

/** A text, and how it came about. */
export interface Talk {
  readonly what: string;
  readonly text: string;
}

/** Tools of agents, and those of documentation. */
const TOOLS = ['read_file', 'terminal', 'get_weather', 'create_note'];
/** What calls look like that have no tag and no token. */
const BARE = [
  {
    name: 'JSON',
    model: 'Llama',
    example: '{"name": "read_file", "arguments": {"path": "a.txt"}}',
  },
  {
    name: 'JSON of OpenAI',
    model: 'OpenAI',
    example:
      '{"tool_calls": [{"type": "function", "function": {"name": "read_file", "arguments": {"path": "a.txt"}}}]}',
  },
];
const PUBLISHED = CALL_FORMS.map((form) => ({ ...form, ...FORM_NOTES[form.name] }));
const FORMS = [...PUBLISHED, ...BARE].map(({ name, model, example }) => ({
  name,
  model: model?.split(', ').at(-1) ?? 'Qwen',
  example,
}));

const LANGUAGES = Object.entries(TALK);

/** Every second combination of tools and ways, so that each occurs with each form and language. */
function combine<Way>(ways: (language: (typeof TALK)['en']) => readonly Way[]) {
  return FORMS.flatMap((form, i) =>
    LANGUAGES.flatMap(([language, talk], j) =>
      ways(talk).flatMap((way, k) => {
        const tool = TOOLS[(i + j + k) % TOOLS.length] ?? '';
        const call = form.example.replaceAll('read_file', tool);
        const what = `${language}, ${form.name}, ${tool}`;
        return (i + 2 * j + k) % 3 === 0 ? [{ what, way, call, form }] : [];
      }),
    ),
  );
}

/** Explanations: what stands around a call that nobody makes. */
export function explanations(): Talk[] {
  return combine(({ shows, goesOn, inline }) => [
    ...shows.flatMap((before) => [
      `${before}\n\n{call}\n\n${goesOn[0]}`,
      `${before}\n\n\`\`\`\n{call}\n\`\`\`\n\n${goesOn[1]}`,
    ]),
    `${shows[0]}\n\n{call}`,
    `${shows[2]}\n\n{call}`,
    `${shows[1]}\n\n\`\`\`json\n{call}\n\`\`\``,
    `${shows[2]}\n\n    {indented}`,
    `${shows[2]} ${goesOn[0]}\n\n> {line}`,
    `1. ${goesOn[1]}\n2. ${shows[0]} \`{line}\`\n3. ${goesOn[0]}`,
    `| ${inline[0]} | \`{line}\` |\n| --- | --- |\n\n${goesOn[0]}`,
    inline[0] ?? '',
    `${inline[1]} ${goesOn[0]}`,
  ]).map(({ what, way, call, form }) => ({ what, text: fill(way, call, form.model) }));
}

function fill(way: string, call: string, model: string): string {
  const line = call.replaceAll('\n', ' ');
  return way
    .replaceAll('{model}', model)
    .replaceAll('{part}', /^\W{0,3}[\w:▁]+\W{0,3}?[>\]:}]|^\S+/.exec(call)?.[0] ?? '')
    .replaceAll('{line}', line)
    .replaceAll('{indented}', call.replaceAll('\n', '\n    '))
    .replaceAll('{call}', way.includes('\n{call}') || way.startsWith('{call}') ? call : line);
}
