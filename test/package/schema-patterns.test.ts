import { expect, test } from 'vitest';
import { readTools } from '../../src/package/offered-tools.ts';
import { withoutPatterns } from '../../src/package/schema-patterns.ts';

/** A pattern that takes exponential time for a text that it does not match. */
const SLOW = '^([a-z0-9]+[._-]?)+@x$';
const LETTERS = 'a'.repeat(34);

function offer(parameters: object) {
  return readTools(
    JSON.stringify({ tools: [{ type: 'function', function: { name: 'f', parameters } }] }),
  );
}

function taken(parameters: object, given: object): boolean {
  const json = JSON.stringify(given);
  return offer(parameters)?.argumentsOf({ name: 'f', given: json, written: json }) === json;
}

test.each<[string, object, object]>([
  ['a value', { properties: { x: { type: 'string', pattern: SLOW } } }, { x: LETTERS }],
  ['a value of a list', { properties: { x: { items: { pattern: SLOW } } } }, { x: [LETTERS] }],
  ['one of several', { properties: { x: { anyOf: [{ pattern: SLOW }] } } }, { x: LETTERS }],
  ['a name', { propertyNames: { pattern: SLOW } }, { [LETTERS]: 1 }],
  ['names of schemas', { patternProperties: { [SLOW]: {} } }, { [LETTERS]: 1 }],
  [
    'a definition',
    { $defs: { id: { pattern: SLOW } }, properties: { x: { $ref: '#/$defs/id' } } },
    { x: LETTERS },
  ],
  ['a format', { properties: { x: { format: 'url' } } }, { x: 'http://a'.repeat(8000) }],
])('no pattern of a schema is tried: %s', (_, parameters, given) => {
  expect(taken(parameters, given)).toBe(true);
});

test('everything else of a schema still refuses', () => {
  const parameters = {
    properties: { pattern: { type: 'string', pattern: 'x' }, format: { enum: ['a'] } },
    required: ['pattern'],
    additionalProperties: false,
  };

  expect(taken(parameters, { pattern: 'y', format: 'a' })).toBe(true);
  for (const given of [{}, { pattern: 1 }, { pattern: 'x', format: 'b' }, { pattern: 'x', z: 1 }])
    expect(taken(parameters, given)).toBe(false);
});

test('data in a schema is no keyword', () => {
  const schema = {
    const: { pattern: 'a' },
    enum: [{ pattern: 'a' }],
    properties: { pattern: { default: { format: 'a' } } },
  };

  expect(withoutPatterns(schema, () => {})).toEqual(schema);
});

/** Both of two lead to the same next one, so that the last one is tried 2 ** `depth` times. */
function doubling(depth: number, key: string): object {
  const next = (i: number): object => ({
    [key]: [{ $ref: `#/$defs/n${i}` }, { $ref: `#/$defs/n${i}` }],
  });
  const steps = Array.from({ length: depth }, (_, i) => [`n${i}`, next(i + 1)]);
  const last = { properties: { x: { type: 'number' } } };
  return { $defs: { ...Object.fromEntries(steps), [`n${depth}`]: last }, ...next(0) };
}

test.each(['allOf', 'anyOf', 'oneOf'])(
  'a schema that takes hours allows nothing: %s, doubled 32 times',
  (key) => {
    expect(taken(doubling(32, key), { x: 1 })).toBe(false);
  },
);

test('a schema that doubles a few times is tried to its end', () => {
  expect(taken(doubling(6, 'allOf'), { x: 1 })).toBe(true);
  expect(taken(doubling(6, 'allOf'), { x: 'a' })).toBe(false);
});

test('long lists of values, and many arguments, are compared', () => {
  const letters = Array.from({ length: 2000 }, (_, i) => `v${i}`);
  const schema = { properties: { x: { items: { enum: letters } } } };

  expect(taken(schema, { x: letters.slice(-20) })).toBe(true);
  expect(taken(schema, { x: ['v2000'] })).toBe(false);
});

test('of a schema that is nested too deeply nothing is known, and other tools stay', () => {
  const depth = 20_000;
  const parameters = `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;
  const tools = readTools(
    `{"tools":[{"function":{"name":"deep","parameters":${parameters}}},{"function":{"name":"f"}}]}`,
  );

  expect(tools?.argumentsOf({ name: 'deep', given: '{}', written: '{}' })).toBeNull();
  expect(tools?.argumentsOf({ name: 'f', given: '{}', written: '{}' })).toBe('{}');
});
