import { expect, test } from 'vitest';
import { createHermesWatch, createServerSigns } from '../../../src/doctor/survey/servers.ts';
import { factOf } from '../../../src/normalizer/dialects/fields.ts';

const CHOICE = { index: 0, delta: { content: 'x' }, finish_reason: null };
const CALL = { index: 0, function: { name: 'f', arguments: '' } };

function withCall(more: object): object {
  return { choices: [{ index: 0, delta: { tool_calls: [{ ...CALL, ...more }] } }] };
}

/** Chunks in the shape of each server; ids are not shortened, because their length counts. */
const ROWS: readonly (readonly [server: string, chunk: object])[] = [
  [
    'llama.cpp build b9251',
    { choices: [CHOICE], created: 1, id: 'c', system_fingerprint: 'b9251-e2b129e1b' },
  ],
  ['llama.cpp build b10375', { choices: [CHOICE], system_fingerprint: 'b10375' }],
  [
    'llama.cpp',
    {
      choices: [CHOICE],
      created: 1,
      id: 'chatcmpl-nFCxRKKHfmmnVXEHbeKtPcEqHXBZvQCr',
      model: 'm',
      object: 'chat.completion.chunk',
    },
  ],
  ['', { id: 'chatcmpl-nFCxRKKHfmmnVXEHbeKtPcEqHXBZvQCr', created: 1, choices: [CHOICE] }],
  [
    '',
    {
      choices: [CHOICE],
      created: 1,
      id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
      timings: { prompt_n: 1 },
    },
  ],
  ['vLLM 0.21.0', { id: 'x', choices: [CHOICE], system_fingerprint: 'vllm-0.21.0-d9f6bf25' }],
  [
    'vLLM',
    { id: 'chatcmpl-bf6de7d56c9bfecc', choices: [{ ...CHOICE, logprobs: null, token_ids: null }] },
  ],
  ['vLLM', { id: 'c', choices: [{ ...CHOICE, stop_reason: null, token_ids: null }] }],
  [
    'vLLM',
    { id: 'chatcmpl-bf6de7d56c9bfecc', ...withCall({ id: 'chatcmpl-tool-b120ab7bad790b75' }) },
  ],
  [
    'SGLang',
    { id: '669d24a3423f4012bece9b51f2028500', choices: [{ ...CHOICE, matched_stop: null }] },
  ],
  ['Ollama', { id: 'chatcmpl-801', choices: [CHOICE], system_fingerprint: 'fp_ollama' }],
  ['KoboldCpp', { id: 'koboldcpp', choices: [CHOICE] }],
  // One field alone names no server: others copy it.
  ['', { id: 'c', choices: [{ ...CHOICE, stop_reason: null }] }],
  ['', withCall({ id: 'chatcmpl-tool-b120ab7bad790b75' })],
  ['', { id: 'c', choices: [{ ...CHOICE, matched_stop: null }] }],
  ['', { id: 'c', choices: [CHOICE], system_fingerprint: 'b10375' }],
  [
    '',
    {
      id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
      choices: [CHOICE],
      system_fingerprint: 'fp_44709d6fcb',
    },
  ],
  ['', { choices: null, id: 7, system_fingerprint: {} }],
  [
    '',
    {
      choices: [
        null,
        7,
        { delta: null },
        { delta: { tool_calls: [null, { extra_content: null }] } },
      ],
    },
  ],
];

test.each(ROWS)('%j shows in %j', (server, chunk) => {
  const reader = createServerSigns();
  reader.read({ ...chunk });
  const signs = reader.servers();

  expect(
    signs.map(({ name, version }) => (version === null ? name : `${name} ${version}`)).join(', '),
  ).toBe(server);
  for (const { by } of signs) expect(by).not.toBe('');
});

interface Signs {
  readonly sessionId?: string;
  readonly dialects?: readonly string[];
  readonly calls?: readonly (string | null)[];
  readonly markers?: boolean;
}

const ERAS: readonly (readonly [signs: Signs, version: string | null])[] = [
  [{}, null],
  [{ calls: ['c1', null], markers: true }, '0.12 or later'],
  [{ dialects: ['hermes-runs'] }, '0.12 or later'],
  [{ calls: [null], sessionId: 'api-0123456789abcdef' }, '0.9 to 0.11'],
  [{ markers: true, sessionId: '70d8adc4-fdc4-4a4e-ba75-615ba1a25241' }, '0.7 or 0.8'],
  [{ sessionId: 'api-0123456789abcdef' }, '0.9 or later'],
  [{ sessionId: '70d8adc4-fdc4-4a4e-ba75-615ba1a25241' }, '0.8 or before'],
  [{ sessionId: '70d8adc4-fdc4-4a4e-ba75-615ba1a25241', dialects: [] }, null],
  [{ sessionId: 'whatever' }, null],
  [{ sessionId: '' }, null],
];

test.each(ERAS)('%j is Hermes %s', (signs, version) => {
  const { sessionId = null, dialects = ['openai-chat'], calls = [], markers = false } = signs;
  const watch = createHermesWatch(sessionId);
  watch.read('openai-chat', { hermes: true });
  watch.read('hermes-progress', { progress: calls.map((callId) => factOf('running', { callId })) });

  expect(watch.servers(new Set(dialects), markers)).toMatchObject([
    { name: 'Hermes Agent', version },
  ]);
});

test('without any sign there is no Hermes', () => {
  expect(createHermesWatch(null).servers(new Set(['openai-chat']), false)).toEqual([]);
});
