/** The question that waits in a tab, and what answers to it do. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { answerAsked, readAsked, type Place } from './backend.ts';
import type { Answered, AskedQuestion } from '../../approvals/requests.ts';
import type { Given } from '../../normalizer/progress/progress-types.ts';

/**
 * Milliseconds from one read to the next: the most often that a question is drawn anew, whatever
 * its page does. Nobody reads faster.
 */
const READ_EVERY = 1000;

export interface QuestionControls {
  /** Null: none waits; undefined: not known yet. */
  readonly asked: AskedQuestion | null | undefined;
  /** An answer is on its way. */
  readonly busy: boolean;
  /** What became of the last answer, if it did not count. */
  readonly answered: Exclude<Answered, 'taken'> | null;
  readonly answer: (choice: Given) => void;
}

export interface QuestionProps extends QuestionControls {
  readonly asked: AskedQuestion;
  /** What is asked gets the focus, so that the keyboard scrolls it. */
  readonly focuses?: boolean;
}

/**
 * @param place null: not known yet
 * @param first what is known already; undefined if nothing is
 * @param onTaken called when the agent has taken an answer and no other question waits
 */
export function useQuestion(
  place: Place | null,
  first: AskedQuestion | null | undefined,
  onTaken: () => void,
): QuestionControls {
  const [asked, setAsked] = useState(first);
  const [busy, setBusy] = useState(false);
  const [answered, setAnswered] = useState<QuestionControls['answered']>(null);
  const shown = useRef(JSON.stringify(first));
  const isBusy = useRef(false);

  async function read(signal: AbortSignal): Promise<void> {
    if (!place || isBusy.current) return;
    const next = await readAsked(place);
    if (signal.aborted || isBusy.current) return;
    const text = JSON.stringify(next);
    if (text === shown.current) return;
    shown.current = text;
    setAsked(next);
  }

  const reading = useRef(new AbortController());
  useEffect(() => {
    const ending = new AbortController();
    reading.current = ending;
    const timer = setInterval(() => void read(ending.signal), READ_EVERY);
    void read(ending.signal);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [place?.tabId, place?.frameId]);

  function answer(choice: Given): void {
    if (!place || !asked || isBusy.current) return;
    const { question, others } = asked;
    isBusy.current = true;
    setBusy(true);
    void answerAsked(place, question, choice).then(async (outcome) => {
      isBusy.current = false;
      setBusy(false);
      setAnswered(outcome === 'taken' ? null : outcome);
      if (outcome === 'taken' && others === 0) onTaken();
      else await read(reading.current.signal);
    });
  }

  return { asked, busy, answered, answer };
}
