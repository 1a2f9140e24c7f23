import { expect, test } from 'vitest';
import { offeredNames } from '../../../src/normalizer/requests/offered-names.ts';

test.each<[string, unknown, string[]]>([
  ['OpenAI, Ollama', [{ type: 'function', function: { name: 'find' } }], ['find']],
  ['Responses', [{ type: 'function', name: 'find' }, { type: 'web_search' }], ['find']],
  ['Anthropic', [{ name: 'find', input_schema: {} }], ['find']],
  ['Gemini', [{ functionDeclarations: [{ name: 'find' }, { name: 'open' }] }], ['find', 'open']],
  ['none', undefined, []],
  ['no list', { name: 'find' }, []],
  ['no tools', [null, 3, 'find', { name: 3 }, { name: 'x'.repeat(200) }], []],
])('the names of offered tools: %s', (_, tools, names) => {
  expect(offeredNames({ tools })).toEqual(names);
});
