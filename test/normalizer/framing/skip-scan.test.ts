import { expect, test } from 'vitest';
import { isPlain } from '../../../src/normalizer/framing/skip-scan.ts';

function chunk(choice: string, more = ''): string {
  return `data: {"id":"c","choices":[${choice}]${more}}\n\n`;
}

const CHOICE = '{"index":0,"delta":{"content":"Hello - *there*"},"finish_reason":null}';

test('an ordinary chunk is plain, in the styles of all servers', () => {
  for (const frame of [
    chunk(CHOICE),
    chunk(CHOICE).replace('data: ', 'data:'),
    chunk('{"index": 0, "delta": {"content": "box é 日"}, "finish_reason": null}'),
    chunk('{"finish_reason":null,"index":0,"delta":{"content":"a"}}', ',"usage":null'),
    chunk('{"delta":{"content":"a"}}'),
    chunk('{"delta":{"content":" e.g. 3.5"}}', ',"model":"m-4.1","timings":{"ms":0.5}'),
  ])
    expect([frame, isPlain(frame)]).toEqual([frame, true]);
});

test.each([
  ['a comment', ': ping\n\n'],
  ['a blank line', '\n'],
  ['an event', `event: x\n${chunk(CHOICE)}`],
  ['an id', `id: 1\n${chunk(CHOICE)}`],
  ['data after data', chunk(CHOICE).replace(',', ',\ndata: ')],
  ['carriage returns', chunk(CHOICE).replaceAll('\n', '\r\n')],
  ['a missing blank line', chunk(CHOICE).slice(0, -1)],
  ['the end', 'data: [DONE]\n\n'],
  ['no chunk', 'data: {"type":"ping"}\n\n'],
  ['a backtick', chunk(CHOICE.replace('Hello', '`'))],
  ['a tilde', chunk(CHOICE.replace('Hello', '~'))],
  ['the end of a sentence', chunk(CHOICE.replace('*there*', 'there.'))],
  ['the same before marks and an emoji', chunk(CHOICE.replace('there*', 'there!** 🎉'))],
  ['the same in Chinese', chunk(CHOICE.replace('there*', '你好。'))],
  ['an escape', chunk(CHOICE.replace('Hello', '\\n'))],
  ['another choice', chunk(CHOICE.replace('0', '1'))],
  ['a choice beyond ten', chunk(CHOICE.replace('0', '02'))],
  ['a second choice', chunk(`${CHOICE},${CHOICE.replace('"index":0', '"index": 1')}`)],
  ['a call', chunk('{"index":0,"delta":{"tool_calls":[]}}')],
  ['a finish reason', chunk(CHOICE.replace('null', '"stop"'))],
  ['an error', chunk(CHOICE, ',"error":{"code":500}')],
  ['joined objects', chunk(CHOICE, '}{"a":1')],
  ['null choices', 'data: {"choices":null}\n\n'],
])('%s needs a look', (_, frame) => {
  expect(isPlain(frame)).toBe(false);
});
