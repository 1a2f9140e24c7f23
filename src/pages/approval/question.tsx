/** The question of an agent: who asks, the whole command, why, until when, and the answers. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { reasonSentences } from './reason.ts';
import { approvalTexts, problemText } from './texts.ts';
import type { QuestionControls } from './use-question.ts';
import { takesAnswer, type AskedQuestion } from '../../approvals/requests.ts';
import { siteName } from '../parts/site-name.ts';
import { Button } from '../parts/button.tsx';
import { formats } from '../../languages/formats.ts';
import { message } from '../../languages/messages.ts';
import { sizeOf, splitByDirection, visibleParts } from '../../lib/command-text.ts';
import { oneLine } from '../../lib/plain-text.ts';
import type { Choice } from '../../normalizer/progress/progress-types.ts';

/** Milliseconds after which a press can be meant for what is shown. */
const TOO_SOON = 500;

interface QuestionProps extends QuestionControls {
  readonly asked: AskedQuestion;
  /** The command gets the focus, so that the keyboard scrolls it. */
  readonly focuses?: boolean;
}

/** Give it a new `key` with each question: what was seen of one says nothing of another. */
export function Question({
  asked,
  busy,
  answered,
  answer,
  focuses = false,
}: QuestionProps): JSX.Element {
  const { question, site, offersAlways, others } = asked;
  const { command, reason, host = '', until, pattern = '', choices } = question;
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(end);
  const isRipe = useRipe(asked);
  const [unfolded, setUnfolded] = useState(false);
  useLayoutEffect(() => {
    if (focuses) box.current?.focus();
  }, []);
  const parts = visibleParts(command);
  const named = parts.reduce((sum, { count }) => sum + count, 0);
  const { lines, characters } = sizeOf(command);
  const takes = takesAnswer(question) && !busy;
  const problem = question.problem ?? answered;
  const more = choices.filter(
    (choice) => choice === 'session' || (choice === 'always' && offersAlways && pattern !== ''),
  );

  function press(choice: Choice): void {
    if (isRipe()) answer(choice);
  }

  return (
    <section class="question">
      <h1>{approvalTexts.who(oneLine(host))}</h1>
      <div
        class="command"
        dir="ltr"
        tabIndex={0}
        role="region"
        aria-label={approvalTexts.command}
        ref={box}
      >
        {parts.map(({ text, count }) =>
          count === 0 ? inOrder(text) : <Named text={text} count={count} />,
        )}
        <span class="command-end" ref={end} />
      </div>
      <p class="small size">
        {formats.list([approvalTexts.lines(lines), approvalTexts.characters(characters)])}
      </p>
      {named > 0 && <p class="notice hidden-characters">{approvalTexts.hidden(named)}</p>}
      {reasonSentences(reason).map((sentence) => (
        <p dir="auto" key={sentence}>
          {sentence}
        </p>
      ))}
      <p class="small">
        {until !== undefined && `${approvalTexts.until(formats.time(until))} `}
        {approvalTexts.through(siteName(site, []))}
        {others > 0 && ` ${approvalTexts.others(others)}`}
      </p>
      <p class="small unread" role="status">
        {!isSeen && takes && approvalTexts.scroll}
      </p>
      <div class="steps answers">
        <Button
          step="deny"
          text={message('badges_deny')}
          disabled={!takes}
          onClick={() => press('deny')}
        />
        {choices.includes('once') && (
          <Button
            step="once"
            text={approvalTexts.allowOnce}
            disabled={!takes || !isSeen}
            onClick={() => press('once')}
          />
        )}
        {more.length > 0 && (
          <button
            type="button"
            class="quiet"
            data-step="more"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {message('badges_more')}
          </button>
        )}
      </div>
      {unfolded && (
        <div class="steps answers">
          {more.map((choice) => (
            <Button
              key={choice}
              step={choice}
              text={
                choice === 'session'
                  ? approvalTexts.allowSession
                  : approvalTexts.allowAlways(oneLine(pattern))
              }
              disabled={!takes || !isSeen}
              onClick={() => press(choice)}
            />
          ))}
        </div>
      )}
      <div role="status">
        {problem && <p class="notice failed">{problemText(problem, site)}</p>}
      </div>
    </section>
  );
}

/**
 * Keeps the order of a text in which words are read from right to left: they would turn what is between them, too, so
 * that `א 1 > 2 ב` reads as its contrary.
 */
function inOrder(text: string): readonly (string | JSX.Element)[] {
  return splitByDirection(text).map((part, i) => (i % 2 === 0 ? part : <bdi key={i}>{part}</bdi>));
}

/** A character that nobody would see, or take for another one. */
function Named({ text, count }: { readonly text: string; readonly count: number }): JSX.Element {
  return <span class="odd">{count === 1 ? text : `${text} × ${formats.figure(count)}`}</span>;
}

/** @returns whether the element has ever been in view */
function useSeen(element: { readonly current: Element | null }): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return isSeen;
}

/**
 * @param shown what is drawn: a press beside which it changes may be meant for what was there before
 * @returns a function that says whether it has been shown for long enough, in a window that a person uses: one that
 * appears under a press, or comes to the front by it, was not meant. Nor is the next press of somebody who presses again
 * and again, as in a game
 */
function useRipe(shown: unknown): () => boolean {
  const since = useRef(Number.POSITIVE_INFINITY);
  const isRipe = (): boolean => performance.now() - since.current >= TOO_SOON;
  useLayoutEffect(() => {
    const restart = (): void => void (since.current = performance.now());
    const press = (): void => {
      if (!isRipe()) restart();
    };
    since.current = Number.POSITIVE_INFINITY;
    // Painted with the next frame at the earliest.
    const frame = requestAnimationFrame(restart);
    const ending = new AbortController();
    const { signal } = ending;
    window.addEventListener('focus', restart, { signal });
    document.addEventListener('visibilitychange', restart, { signal });
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, press, { signal, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      ending.abort();
    };
  }, [shown]);
  return isRipe;
}
