import { readPattern } from '../../normalizer/rules/pattern.ts';
import type { Draft, DraftProblem, Field } from './draft.ts';

/** @returns the field of the form beside which a problem is shown. Pure */
export function fieldOf(problem: DraftProblem, draft: Draft): Field {
  switch (problem) {
    case 'no-name':
      return 'name';
    case 'block-without-end':
      return 'until';
    case 'too-many-examples':
    case 'no-match-example':
    case 'no-keep-example':
    case 'match-example-stays':
    case 'keep-example-removed':
      return 'examples';
    default:
      // The last line of a block is checked only if the first has no problem.
      return draft.kind === 'block' && !('problem' in readPattern(draft.pattern)) && isOfPattern(problem)
        ? 'until'
        : 'pattern';
  }
}

/** Problems that only the first line of a block can have. */
const OF_FIRST_LINE: readonly DraftProblem[] = [
  'starts-with-placeholder',
  'too-little-text',
  'too-many-alike',
  'bad-id',
];

/** Whether the last line of a block can have it too. */
function isOfPattern(problem: DraftProblem): boolean {
  return !OF_FIRST_LINE.includes(problem);
}
