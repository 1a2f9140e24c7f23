import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskPerson, maskSecrets } from '../../src/normalizer/json/mask.ts';
import CASES from '../companion/mask-cases.json' with { type: 'json' };
import { carriedSecrets, ordinaryLines } from './mask-corpus.ts';

// test/real/companion-outcomes.test.ts runs the companion's Python against the same table.
test.each(CASES)('$text becomes $masked', ({ text, masked }) => {
  expect(maskSecrets(text)).toBe(masked);
});

test('JSON stays JSON of the same shape and length, whatever the values', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('api_key', 'token', 'content', 'session_key', 'n'),
        fc.string({ unit: 'binary-ascii', maxLength: 60 }),
      ),
      (value) => {
        const json = JSON.stringify(value);
        const masked = maskSecrets(json);

        expect(masked).toHaveLength(json.length);
        expect(Object.keys(JSON.parse(masked) as object)).toEqual(Object.keys(value));
      },
    ),
  );
});

test('JSON stays JSON of the same length, whatever secrets are in its lines', () => {
  const lines = [...carriedSecrets().map(({ text }) => text), ...ordinaryLines()];
  const broken = lines.filter((line, i) => {
    const output = [line, lines[(i * 7) % lines.length], 'password=', line, 'token:'].join('\n');
    const once = JSON.stringify({ output });
    const twice = JSON.stringify({ arguments: once });
    return [once, twice].some((json) => {
      const masked = maskSecrets(json);
      return masked.length !== json.length || !isJson(masked);
    });
  });

  expect(broken).toEqual([]);
});

function isJson(text: string): boolean {
  try {
    const { arguments: inner } = JSON.parse(text) as { arguments?: string };
    return inner === undefined || isJson(inner);
  } catch {
    return false;
  }
}

test('long runs that begin like a secret keep their length', () => {
  const hostile = [
    'a',
    '"a',
    'a@',
    'eyJ',
    '-eyJabcdef.',
    '://a:',
    '-',
    'token',
    '"token',
    '?token=',
    'sk-',
    '\\"api_key\\":\\"\\\\',
    'aB3',
    'cookie: ',
    '"secret" ',
  ];
  for (const text of hostile) {
    const long = text.repeat(Math.ceil(50_000 / text.length));

    expect(maskSecrets(long).length).toBe(long.length);
  }
});

test('repeated beginnings of a web token are not scanned repeatedly', () => {
  const long = 'eyJ-'.repeat(50_000);

  expect(maskSecrets(long)).toBe(long);
});

test.each([
  [
    {
      messages: [
        { role: 'user', content: 'Hi 1' },
        { role: 'assistant', content: 'Hello' },
      ],
    },
    {
      messages: [
        { role: 'user', content: 'xx x' },
        { role: 'assistant', content: 'Hello' },
      ],
    },
  ],
  [
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'xx' }] }] },
  ],
  [{ prompt: '\u0939\u093f\u0928\u094d\u0926\u0940 e\u0301' }, { prompt: 'xxxxxx xx' }],
  [
    { model: 'm', prompt: 'Say' },
    { model: 'm', prompt: 'xxx' },
  ],
  [
    { prompt: { name: 'template' }, text: 'Say' },
    { prompt: { name: 'template' }, text: 'Say' },
  ],
  [
    { history: { messages: { a: { id: 'a', role: 'user', content: 'Hi' } } } },
    { history: { messages: { a: { id: 'a', role: 'user', content: 'xx' } } } },
  ],
  [
    ['chat', { message: { role: 'user', content: 'Hi' } }],
    ['chat', { message: { role: 'user', content: 'xx' } }],
  ],
  [
    ['ask', { prompt: ['Hi', 'you'] }],
    ['ask', { prompt: ['xx', 'xxx'] }],
  ],
  [
    {
      message: { isCreatedByUser: true, text: 'Hi' },
      requestMessage: { messageId: 'u1', text: 'Hi' },
    },
    {
      message: { isCreatedByUser: true, text: 'xx' },
      requestMessage: { messageId: 'xx', text: 'xx' },
    },
  ],
  [
    { messages: [{ type: 'human', content: 'Hi' }] },
    { messages: [{ type: 'human', content: 'xx' }] },
  ],
  [
    { chat: { title: 'Hi' }, data: { type: 'chat:title', data: 'Hi' } },
    { chat: { title: 'xx' }, data: { type: 'chat:title', data: 'xx' } },
  ],
])("of %j the person's words are masked", (value, masked) => {
  expect(JSON.parse(maskPerson(JSON.stringify(value)) ?? '')).toEqual(masked);
});

test.each(['{"role":"assistant","content":"Hi"}', '[1,2]', '{"input":{"zone":"utc"}}'])(
  '%s stays the same string',
  (text) => {
    expect(maskPerson(text)).toBe(text);
  },
);

test.each([
  '',
  'no JSON',
  '"user"',
  '7',
  'null',
  '{"role":"user","content":"cut o',
  '{"a":1}{"b":2}',
  '[DONE]',
])('the author of %s is undecidable', (text) => {
  expect(maskPerson(text)).toBeNull();
});

test('deep nesting is searched, or reported as too deep, and never throws', () => {
  const nested = (depth: number): string =>
    '{"role":"user","content":' + '['.repeat(depth) + '"Hi"' + ']'.repeat(depth) + '}';

  expect(maskPerson(nested(400))).toBe(nested(400).replace('Hi', 'xx'));
  for (const depth of [501, 5000, 200_000]) expect(maskPerson(nested(depth))).toBeNull();
  expect(maskPerson('{"a":'.repeat(5000) + '1' + '}'.repeat(5000))).toBeNull();
});

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

/** Two hundred secrets: words that people choose, and what services make. */
function secrets(): { readonly secret: string; readonly isRandom: boolean }[] {
  let state = 7;
  const pick = (from: string): string =>
    from[(state = (state * 48_271) % 2_147_483_647) % from.length] ?? '';
  const run = (length: number, from = LETTERS + DIGITS): string =>
    `aB7${Array.from({ length: length - 3 }, () => pick(from)).join('')}`;
  const made = [
    () => `sk-proj-${run(40)}`,
    () => `sk_live_${run(24)}`,
    () => `ghp_${run(36)}`,
    () => `hf_${run(34)}`,
    () => `xoxb-${run(12, DIGITS)}-${run(24)}`,
    () => `AKIA${run(16).toUpperCase()}`,
    () => run(40),
    () => run(32, '0123456789abcdef').toLowerCase(),
    () => `eyJ${run(20)}.eyJ${run(30)}.${run(43)}`,
    () => `AIza${run(35)}`,
  ];
  const chosen = [
    'hunter2',
    'correct-horse',
    'S3cr3t!',
    'pa55w0rd',
    'letmein',
    'Tr0ub4dor&3',
    'q1w2e3r4',
    'rosebud',
    '8675309',
    'ünïcode',
  ];
  return Array.from({ length: 20 }, (_, i) => i).flatMap((i) => [
    ...made
      .slice(i % 2 ? 5 : 0, i % 2 ? 10 : 5)
      .map((make) => ({ secret: make(), isRandom: true })),
    ...chosen
      .slice(i % 2 ? 5 : 0, i % 2 ? 10 : 5)
      .map((word) => ({ secret: word, isRandom: false })),
  ]);
}

const json = JSON.stringify;
/** How agents and servers print them. */
const SETTINGS: Readonly<Record<string, (secret: string) => string>> = {
  'a file of variables': (secret) =>
    `PORT=8080\nDB_PASSWORD=${secret}\nexport STRIPE_KEY="${secret}"\n`,
  'that file in a JSON string': (secret) =>
    json({ content: `$ cat .env\nSMTP_PASS=${secret}\nDEBUG=1` }),
  JSON: (secret) =>
    json({ api_key: secret, nested: { clientSecret: secret, 'X-Auth-Token': secret } }),
  'JSON in JSON': (secret) => json({ arguments: json({ password: secret, path: '/a' }) }),
  'JSON in JSON in JSON': (secret) =>
    json({ data: json({ arguments: json({ secret_key: secret }) }) }),
  YAML: (secret) => `db:\n  user: ada\n  password: ${secret}\n  access_token: "${secret}"\n`,
  headers: (secret) =>
    `GET / HTTP/1.1\r\nAuthorization: Bearer ${secret}\r\nX-Api-Key: ${secret}\r\n`,
  'a command': (secret) =>
    `curl -H "X-Api-Key: ${secret}" -u ada:${secret} --token ${secret} https://x.example/`,
  addresses: (secret) =>
    `https://x.example/#access_token=${secret}&state=1 https://x.example/?api_key=${secret}`,
  'a list': (secret) => json({ tokens: 3, access_tokens: [secret, secret], note: 'two' }),
  'an escaped name': (secret) =>
    json({ password: secret }).replace('password', String.raw`\u0070assword`),
};

test.each(Object.entries(SETTINGS))('of two hundred secrets none is left in %s', (_, print) => {
  const left = secrets().filter(({ secret }) => maskSecrets(print(secret)).includes(secret));
  expect(left.map(({ secret }) => secret)).toEqual([]);
});

test('random keys are masked in a sentence, which stays readable', () => {
  for (const { secret, isRandom } of secrets()) {
    if (!isRandom) continue;
    const masked = maskSecrets(`The key is ${secret}, keep it.`);
    expect(masked).toMatch(/^The key is .*, keep it\.$/);
    expect(masked).not.toContain(secret);
  }
});

test.each([
  'The password must have eight characters, and the token is checked by the server.',
  'Set `max_tokens` to 100; completion_tokens=12 are counted.',
  'data: {"choices":[{"delta":{"content":"Your secret is safe. Signature: none."}}],"usage":{"total_tokens":3}}',
  'Run `npm run build -- --mode production` and open http://localhost:3000/?tab=keys.',
])('%s stays readable', (text) => {
  const words = (value: string): string[] => value.split(/\W+/);
  const lost = words(text).filter((word, i) => words(maskSecrets(text))[i] !== word);
  expect(lost.length).toBeLessThan(3);
});
