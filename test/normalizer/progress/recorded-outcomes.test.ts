/**
 * What streams and records of real agents say of their calls, and reports of what was read wrongly.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { readRecord, resultOf } from '../../../src/normalizer/progress/record.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';
import { readResponse } from '../../../src/tools/cli/http-response.ts';

const FOLDER = new URL('../../recordings/outcomes/', import.meta.url);

/** Returns the last change of each call in a recorded stream. */
function callsIn(name: string): Progress[] {
  const { body, contentType, sessionId } = readResponse(readFileSync(new URL(name, FOLDER)));
  const last: Progress[] = [];
  const normalizer = createBodyNormalizer({
    contentType,
    sessionId,
    isReply: true,
    report(event) {
      if (event.type !== 'progress') return;
      const { progress } = event;
      const receipt = { ...last[progress.call]?.receipt, ...progress.receipt };
      last[progress.call] = { ...progress, receipt };
    },
  });
  normalizer?.push(body);
  normalizer?.end('whole');
  return last;
}

test.each<[name: string, calls: readonly string[]]>([
  ['189-hermes-output-string.txt', ['terminal ran']],
  ['190-hermes-guarded-call.txt', ['execute_code blocked']],
  // The beginning of its result says "dispatched", and `error` is false.
  ['v0.22.2-run-delegate.txt', ['delegate_task unknown']],
  ['v0.22.2-q-metacall.txt', ['cronjob unknown']],
])('the calls of %s', (name, calls) => {
  expect(callsIn(name).map(({ tool, status }) => `${tool} ${status}`)).toEqual(calls);
});

test('the sub-agent of a run is told of, whose end is not in its stream', () => {
  expect(callsIn('v0.22.2-run-delegate.txt').map(({ receipt }) => receipt)).toEqual([
    { subAgents: [{ state: 'running' }] },
  ]);
});

test.each<[name: string, outcome: string]>([
  ['bad', 'delegate_task failed'],
  ['delegate', 'delegate_task unknown'],
  ['q-bgproc', 'terminal started'],
  ['q-extract', 'web_extract failed'],
  ['q-searchmiss', 'web_search failed'],
])('the call in the record %s', (name, outcome) => {
  const text = readFileSync(new URL(`v0.22.2-${name}.record.json`, FOLDER), 'utf8');
  const calls = readRecord(text)?.calls ?? [];

  expect(calls.map((call) => `${call.tool} ${resultOf(call).phase}`)).toEqual([outcome]);
});
