import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import {
  readClarify,
  readSaid,
  responseOf,
  takesSaid,
} from '../../../src/normalizer/progress/clarify.ts';
import { answered, asking, ASKED, CAPABILITIES, OFFERS } from '../../support/clarify-run.ts';
import { bytesOf, endsEvery, pushAll, textOf } from '../splits.ts';

/**
 * Reads a run whose bytes arrive in parts of this size.
 * @returns what is said of its calls, and its bytes
 */
function readRun(frames: readonly string[], size: number) {
  const told: string[] = [];
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: false,
    report(event) {
      if (event.type !== 'progress') return;
      const { call, tool, status, question } = event.progress;
      told.push([call, tool, status, question?.command].filter((part) => part != null).join(' '));
    },
  })!;
  const bytes = bytesOf(frames.join(''));
  return { told, out: textOf(pushAll(normalizer, bytes, endsEvery(bytes.length, size))) };
}

const TOLD = ['0 clarify running', `0 clarify waiting ${ASKED}`, '0 clarify running'];

test('a question in words waits until it is retired, wherever the network cuts it, and no byte changes', () => {
  const frames = [...asking(), ...answered('Lax')];
  const whole = textOf([bytesOf(frames.join(''))]);
  for (const size of [1, 2, 3, 7, 64, 1e6]) {
    const { told, out } = readRun(frames, size);
    expect([size, told.slice(0, 3)]).toEqual([size, TOLD]);
    expect(told.at(-1)).toBe('0 clarify unknown');
    expect(out === whole).toBe(true);
  }
});

test('without a report of its tool, the question is the call, and its own text does not end it', () => {
  const frames = asking().filter((frame) => !frame.includes('tool.started'));
  const { told } = readRun([...frames, ...answered('Lax').slice(0, 2)], 64);
  expect(told).toEqual([`0 clarify waiting ${ASKED}`, '0 clarify running', '0 clarify ended']);
});

test.each<[what: string, frames: string[]]>([
  ['a question that is not there', asking({ question: undefined })],
  ['a question without a name', asking({ clarify_id: 7 })],
  ['a batch of questions, as another server asks', asking({ question: null, questions: [{}] })],
])('of %s, nothing is said but that its tool waits', (_what, frames) => {
  expect(readRun(frames, 64).told.slice(0, 2)).toEqual(['0 clarify running', '0 clarify waiting']);
});

const TWENTY = Array.from({ length: 20 }, (_, at) => `${at}`);

test.each<[offers: unknown, several: unknown, read: object]>([
  [null, false, { offers: [], several: false }],
  [undefined, false, { offers: [], several: false }],
  [[], false, { offers: [], several: false }],
  [['A', 'B'], true, { offers: ['A', 'B'], several: true }],
  [['A', 'B'], 'yes', { offers: ['A', 'B'], several: false }],
  [TWENTY, false, { offers: TWENTY, several: false }],
  [[...TWENTY, 'x'], false, { offers: null, several: false }],
  [['A', 1], true, { offers: null, several: true }],
  [['A', ' '], false, { offers: null, several: false }],
  [['x'.repeat(301)], true, { offers: null, several: true }],
  ['A, B', false, { offers: null, several: false }],
  [{ length: 1, 0: 'A' }, false, { offers: null, several: false }],
])('answers that are offered: %j, several: %j', (offers, several, read) => {
  expect(readClarify({ offers, several })).toEqual(read);
  expect(readClarify('A')).toBeNull();
});

const ONE = { offers: OFFERS, several: false };
const SEVERAL = { offers: ['A', 'B'], several: true };
const OPEN = { offers: [], several: false };

test.each([
  [ONE, { said: ['Lax'] }, 'Lax'],
  [ONE, { said: ['neither, please'] }, 'neither, please'],
  [ONE, { said: null }, null],
  [OPEN, { said: ['x'.repeat(4000)] }, 'x'.repeat(4000)],
  [SEVERAL, { said: ['A', 'B'] }, '["A","B"]'],
  // An agent that is told no array would look for commas.
  [SEVERAL, { said: ['neither, please'] }, '["neither, please"]'],
  [SEVERAL, { said: ['B', 'and more'] }, '["B","and more"]'],
])('%j: %j is sent as %j', (clarify, given, response) => {
  const said = readSaid(clarify, { ...given, more: 'of no meaning' });
  expect(said).toEqual(given);
  expect(responseOf(clarify, said!, JSON.stringify)).toBe(response);
});

test.each<[what: string, clarify: typeof ONE | { offers: null; several: false }, given: unknown]>([
  ['an answer to an approval', ONE, 'once'],
  ['two where one is asked', ONE, { said: OFFERS }],
  ['one of them twice', SEVERAL, { said: ['A', 'A'] }],
  ['two of a person', SEVERAL, { said: ['C', 'D'] }],
  ['none', SEVERAL, { said: [] }],
  ['blanks', OPEN, { said: [' \n'] }],
  ['too much', OPEN, { said: ['x'.repeat(4001)] }],
  ['a number', OPEN, { said: [7] }],
  ['no array', OPEN, { said: 'yes' }],
  ['nothing', OPEN, {}],
  [
    'anything where the offers are not understood',
    { offers: null, several: false },
    { said: ['A'] },
  ],
])('%s is no answer', (_what, clarify, given) => {
  expect(readSaid(clarify, given)).toBeNull();
});

const { features, endpoints } = CAPABILITIES;

test.each<[what: string, takes: boolean, capabilities: unknown]>([
  ['both names', true, CAPABILITIES],
  ['no feature', false, { endpoints }],
  ['no address', false, { features }],
  ['the feature switched off', false, { endpoints, features: { run_clarify_response: false } }],
  [
    'another address',
    false,
    { features, endpoints: { run_clarify: { method: 'POST', path: '/v1/runs/{run_id}/x' } } },
  ],
  // As it is proposed elsewhere, with another body.
  ['another feature', false, { endpoints, features: { run_clarify: true } }],
  ['a list', false, []],
])('a server that names %s takes answers: %j', (_what, takes, capabilities) => {
  expect(takesSaid(JSON.stringify(capabilities))).toBe(takes);
  expect(takesSaid('<!doctype html>')).toBe(false);
});
