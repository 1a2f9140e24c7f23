import { expect, test } from 'vitest';
import { MARKERS, TOOL_EVENTS } from '../../src/normalizer/reply/frame-trace.ts';
import { DEFECTS } from '../../src/doctor/defects.ts';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';

test('every repair has its defect in the table, and nothing else except markers and tool events', () => {
  expect(DEFECTS.map(({ id }) => id).toSorted()).toEqual([MARKERS, TOOL_EVENTS, ...ALL_REPAIRS].toSorted());
});

test.each(DEFECTS)(
  '$id is described in whole sentences, with who breaks and a source',
  ({ defect, breaks, whatWeDo, source }) => {
    for (const sentence of [defect, whatWeDo]) expect(sentence).toMatch(/^\S.+\.$/);
    expect(breaks.length).toBeGreaterThan(0);
    for (const client of breaks) expect(client).toMatch(/^\S.{5,}[^.]$/);
    expect(source).toMatch(
      /^https:\/\/(?:github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+|html\.spec\.whatwg\.org\/\S+)$/,
    );
  },
);
