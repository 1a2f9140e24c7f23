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
  const json = JSON.stringify(given);

  expect(offer(parameters)?.argumentsOf({ name: 'f', given: json, written: json })).toBe(json);
});

test('everything else of a schema still refuses', () => {
  const parameters = {
    properties: { pattern: { type: 'string', pattern: 'x' }, format: { enum: ['a'] } },
    required: ['pattern'],
    additionalProperties: false,
  };
  const isTaken = (given: object): boolean => {
    const json = JSON.stringify(given);
    return offer(parameters)?.argumentsOf({ name: 'f', given: json, written: json }) === json;
  };

  expect(isTaken({ pattern: 'y', format: 'a' })).toBe(true);
  for (const given of [{}, { pattern: 1 }, { pattern: 'x', format: 'b' }, { pattern: 'x', z: 1 }])
    expect(isTaken(given)).toBe(false);
});

test('data in a schema is no keyword', () => {
  const schema = {
    const: { pattern: 'a' },
    enum: [{ pattern: 'a' }],
    properties: { pattern: { default: { format: 'a' } } },
  };

  expect(withoutPatterns(schema)).toEqual(schema);
});
