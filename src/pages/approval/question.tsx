/**
 * The question of an agent whether it may run a command: who asks, all of it, why, until when, and
 * the answers.
 */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Named } from './named.tsx';
import { AskedBox, Problem, Through } from './question-parts.tsx';
import { reasonSentences } from './reason.ts';
import { approvalTexts } from './texts.ts';
import type { QuestionProps } from './use-question.ts';
import { useRipe } from './use-ripe.ts';
import { WordsQuestion } from './words-question.tsx';
import { takesAnswer } from '../../approvals/requests.ts';
import { Button } from '../parts/button.tsx';
import { formats } from '../../languages/formats.ts';
import { message } from '../../languages/messages.ts';
import { sizeOf, splitByDirection, visibleParts } from '../../lib/command-text.ts';
import { oneLine } from '../../lib/plain-text.ts';
import type { Choice } from '../../normalizer/progress/progress-types.ts';

/**
 * A question of either kind. Give it a new `key` with each question: what was seen or written of
 * one says nothing of another.
 */
export function Question(props: QuestionProps): JSX.Element {
  const { clarify } = props.asked.question;
  return clarify ? <WordsQuestion {...props} clarify={clarify} /> : <CommandQuestion {...props} />;
}

function CommandQuestion({
  asked,
  busy,
  answered,
  answer,
  focuses = false,
}: QuestionProps): JSX.Element {
  const { question, offersAlways } = asked;
  const { command, reason, host = '', until, pattern = '', choices } = question;
  const end = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(end);
  const isRipe = useRipe(asked);
  const [unfolded, setUnfolded] = useState(false);
  const parts = visibleParts(command);
  const named = parts.reduce((sum, { count }) => sum + count, 0);
  const { lines, characters } = sizeOf(command);
  const takes = takesAnswer(question) && !busy;
  const more = choices.filter(
    (choice) => choice === 'session' || (choice === 'always' && offersAlways && pattern !== ''),
  );

  function press(choice: Choice): void {
    if (isRipe()) answer(choice);
  }

  return (
    <section class="question">
      <h1>{approvalTexts.who(oneLine(host))}</h1>
      <AskedBox class="command" dir="ltr" label={approvalTexts.command} focuses={focuses}>
        {parts.map((part) => (part.count === 0 ? inOrder(part.text) : <Named {...part} />))}
        <span class="command-end" ref={end} />
      </AskedBox>
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
        <Through asked={asked} />
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
      <Problem asked={asked} answered={answered} />
    </section>
  );
}

/**
 * Keeps the order of a text in which words are read from right to left: they would turn what is
 * between them, too, so that `א 1 > 2 ב` reads as its contrary.
 */
function inOrder(text: string): readonly (string | JSX.Element)[] {
  return splitByDirection(text).map((part, i) => (i % 2 === 0 ? part : <bdi key={i}>{part}</bdi>));
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
