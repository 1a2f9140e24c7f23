/**
 * A reply's text is reported as the page gets it: the badges are placed where it appears, and calls
 * are found in it.
 */
import { expect, test } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../src/normalizer/bodies/body-normalizer.ts';
import { MAX_REPORTED } from '../../src/normalizer/reply/channels.ts';
import { bytesOf, chunkJson } from './splits.ts';
import { on } from '../support/on.ts';

function frames(...deltas: readonly string[]): string {
  return deltas.map((delta) => `data: ${chunkJson(delta)}\n\n`).join('');
}

function reportedOf(body: string, cut: number, options: Partial<BodyOptions> = {}): string {
  let reported = '';
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    reportsText: true,
    report: on({ text: ({ text }) => (reported += text) }),
    ...options,
  });
  const bytes = bytesOf(body);
  normalizer?.push(bytes.slice(0, cut));
  normalizer?.push(bytes.slice(cut));
  normalizer?.end();
  return reported;
}

const RUNNING =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}\n\n';

test.each([
  ['plain text', frames('The ', 'weather ', 'in Oslo')],
  ['text around a tool', `${frames('The weather ')}${RUNNING}${frames('in Oslo')}`],
])('%s is reported unchanged, at every cut', (_name, body) => {
  for (let cut = 0; cut <= bytesOf(body).length; cut++)
    expect(reportedOf(body, cut), String(cut)).toBe('The weather in Oslo');
});

test('removed text is not reported, at every cut', () => {
  const body = RUNNING + frames('Let me look.', '\n`💻 ls`\n', '\nTwo files.');
  for (let cut = 0; cut <= bytesOf(body).length; cut++)
    expect(reportedOf(body, cut), String(cut)).not.toContain('`');
});

test('text that stays because cleaning is off is reported, as the page shows it', () => {
  const body = RUNNING + frames('Let me look.', '\n`💻 ls`\n', '\nTwo files.');
  expect(reportedOf(body, 0, { cleans: () => false })).toBe('Let me look.\n`💻 ls`\n\nTwo files.');
});

test('only one text is reported', () => {
  const second = chunkJson('Second').replace('"index":0', '"index":1');
  expect(reportedOf(`${frames('First ')}data: ${second}\n\n${frames('goes on')}`, 0)).toBe(
    'First goes on',
  );
});

test('of a text that is too long, the beginning is reported', () => {
  const reported = reportedOf(
    frames(...Array.from({ length: 500 }, (_, i) => `word ${i} `.repeat(20))),
    0,
  );
  expect(reported).toHaveLength(MAX_REPORTED);
});

test('a whole response is reported too', () => {
  const json =
    '{"choices":[{"index":0,"message":{"role":"assistant","content":"The weather in Oslo"}}]}';
  expect(reportedOf(json, 0, { contentType: 'application/json' })).toBe('The weather in Oslo');
});
