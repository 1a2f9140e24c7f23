import { expect, test } from 'vitest';
import { explainTrouble } from '../../src/healing/trouble.ts';

/** Status of the answer, status of the request who is signed in. */
const CASES: readonly (readonly [
  status: number,
  whoIsThere: number,
  why: RegExp,
  fatal: boolean,
  refused: boolean,
])[] = [
  [401, 200, /no longer exists, or belongs to someone else/, false, true],
  [403, 200, /no longer exists, or belongs to someone else/, false, true],
  [401, 401, /signed out/, true, true],
  [401, 0, /closed, or the server cannot be reached/, true, true],
  [404, 200, /no longer exists/, false, true],
  [400, 200, /error 400/, false, true],
  [408, 200, /error 408/, false, false],
  [429, 200, /limiting requests/, false, true],
  [500, 200, /error 500/, false, false],
  [0, 200, /did not answer in time/, false, false],
  [0, 0, /closed, or the server cannot be reached/, true, false],
  [0, 401, /closed, or the server cannot be reached/, true, false],
  [200, 200, /not a chat, or too large/, false, false],
];

test.each(CASES)(
  'status %i, and %i for the request who is signed in',
  async (status, whoIsThere, why, fatal, refused) => {
    const trouble = await explainTrouble({ status, body: null }, () =>
      Promise.resolve({ status: whoIsThere, body: null }),
    );

    expect(trouble).toMatchObject({ fatal, refused });
    expect(trouble.why).toMatch(why);
  },
);

test('a closed tab is reported; nothing was sent then', async () => {
  const lost = { status: 0, body: null, lost: true };

  const trouble = await explainTrouble(lost, () => Promise.reject(new Error('asked')));
  expect(trouble).toMatchObject({
    why: expect.stringContaining('Other tabs are not used') as string,
    fatal: true,
    refused: true,
  });
  // Closed only while the answer was awaited: the request may have been sent.
  const late = await explainTrouble({ status: 0, body: null }, () => Promise.resolve(lost));
  expect(late).toMatchObject({ why: trouble.why, fatal: true, refused: false });
});
