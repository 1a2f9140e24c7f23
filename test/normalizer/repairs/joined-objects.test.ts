import { expect, test } from 'vitest';
import { HI, REST, START, chunk, repaired, sse } from './repaired.ts';

test('joined chunks get separate frames', () => {
  const hi = JSON.stringify(HI);
  for (const joined of [
    `${hi}${hi}`,
    `${hi} ${hi}`,
    `${hi}\ndata: ${hi}`,
    `${hi}\r\ndata: ${hi}`,
  ]) {
    expect(repaired(`data: ${joined}\n\n` + REST).replaceAll('\r\n', '\n')).toBe(
      sse(HI, HI) + REST,
    );
  }
  expect(repaired(START + `data: ${hi}\ndata: [DONE]\n\n`)).toBe(START + sse(HI, '[DONE]'));
  expect(repaired(`id: 1\ndata: ${hi}${hi}\n\n`)).toBe(
    `id: 1\ndata: ${hi}\n\nid: 1\ndata: ${hi}\n\n`,
  );
});

test('braces in a text join nothing, broken JSON stays', () => {
  for (const text of [
    sse(chunk({ content: '}{' }), chunk({ content: '}\n{' })),
    START + 'data: {broken}{"a":1}\n\n',
    START + 'data: {"a":1}{broken\n\n',
  ]) {
    expect(repaired(text + REST)).toBe(text + REST);
  }
});

test('markers in joined chunks are removed', () => {
  const marker = JSON.stringify(chunk({ content: '!\n`⏰ list`\n\nHow' }));
  expect(repaired(`data: ${JSON.stringify(HI)}${marker}\n\n` + REST)).not.toContain('⏰');
});
