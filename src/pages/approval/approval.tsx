/**
 * The page in a window of its own, or in a tab, in which a person answers the question of an agent.
 */
import type { JSX } from 'preact';
import { returnTo, type Place } from './backend.ts';
import { Question } from './question.tsx';
import { approvalTexts } from './texts.ts';
import { useQuestion } from './use-question.ts';
import { identityOf, type AskedQuestion } from '../../approvals/requests.ts';
import { Button } from '../parts/button.tsx';

interface ApprovalProps {
  /** Null if the address names none. */
  readonly place: Place | null;
  /** What is known already. */
  readonly first: AskedQuestion | null;
}

export function Approval({ place, first }: ApprovalProps): JSX.Element {
  const back = (): void => {
    if (place) void returnTo(place);
  };
  const controls = useQuestion(place, first, back);
  const { asked } = controls;
  return (
    <main>
      {asked ? (
        <Question {...controls} asked={asked} focuses key={identityOf(asked.question)} />
      ) : (
        <>
          <h1>{approvalTexts.none}</h1>
          {place && (
            <div class="steps">
              <Button step="back" text={approvalTexts.back} onClick={back} />
            </div>
          )}
        </>
      )}
    </main>
  );
}
