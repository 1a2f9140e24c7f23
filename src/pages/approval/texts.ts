import type { Answered } from '../../approvals/requests.ts';
import { message, words } from '../../languages/messages.ts';

export const approvalTexts = words('approval');

/** Why an answer did not count. @param site origin of the page that passes the question on */
export function problemText(problem: Exclude<Answered, 'taken'>, site: string): string {
  switch (problem) {
    case 'changed':
      return approvalTexts.changed;
    case 'refused':
      return message('badges_answerRefused', site);
    case 'late':
      return message('badges_answeredLate');
    case 'failed':
      return message('badges_answerFailed');
  }
}
