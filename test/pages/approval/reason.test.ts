import { expect, test } from 'vitest';
import { reasonSentences } from '../../../src/pages/approval/reason.ts';
import CASES from '../../companion/reason-cases.json' with { type: 'json' };
import { approvalTexts } from '../../../src/pages/approval/texts.ts';

/** Of Hermes' tools/approval.py; the companion says the same. */
test.each(CASES)(
  '$kind: what Hermes means by "$reason" is said in plain words',
  ({ kind, reason }) => {
    expect(reasonSentences(reason)).toEqual([
      approvalTexts.reasons[kind as keyof typeof approvalTexts.reasons],
    ]);
  },
);

test('several reasons are several sentences, each once', () => {
  expect(reasonSentences('delete in root path; recursive delete; SQL DROP')).toEqual([
    approvalTexts.reasons.files,
    approvalTexts.reasons.data,
  ]);
});

test('a reason that nobody knows is quoted, as are those beside it', () => {
  expect(reasonSentences('delete in root path; house rule 7')).toEqual([
    approvalTexts.reason('delete in root path; house rule 7'),
  ]);
});

test('no reason is no sentence', () => {
  expect(reasonSentences(' \n')).toEqual([]);
});
