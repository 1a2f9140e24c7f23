import { expect, test } from 'vitest';
import { findFrames } from '../../../src/pages/inspector/frame-list.tsx';
import { frame, recorded } from '../../inspector/streams.ts';

const { frames } = recorded({
  frames: [
    frame('data: {"content":"Let me see"}'),
    frame('\n`⏰ list`\n', '', ['markers']),
    frame('', 'data: [DONE]'),
  ],
});

test.each<[wanted: string, numbers: number[]]>([
  ['', [1, 2, 3]],
  ['  ', [1, 2, 3]],
  ['let ME', [1]],
  [' list ', [2]],
  ['[done]', [3]],
  ['Tool markers in the text', [2]],
  ['markers', [2]],
  ['data:', [1, 3]],
  ['nowhere', []],
])('%j', (wanted, numbers) => {
  expect(findFrames(frames, wanted).map(({ number }) => number)).toEqual(numbers);
});
