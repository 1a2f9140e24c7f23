import { expect, test } from 'vitest';
import { countMarkers, markersIn } from '../../../src/tools/demo/markers.ts';

test.each([
  ['Let me check. \n`💻 echo "today `date`"`\n\n\nAll done', 1],
  ['`⚙️ poll abc`\n\n`⏰ list`\n\nI found', 2],
  ['Finished `three` calls.', 0],
  ['Use `💻 ls` to list', 0],
  ['', 0],
])('%j holds %i markers', (text, count) => {
  expect(countMarkers(text)).toBe(count);
});

test('it reads only replies, and only text', () => {
  const marker = '`⏰ list`';

  const count = markersIn([
    { role: 'user', content: marker },
    { role: 'assistant', content: [{ type: 'text', text: marker }] },
    { role: 'assistant', content: marker },
  ]);

  expect(count).toBe(1);
});
