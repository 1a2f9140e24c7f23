/**
 * What an agent asks in its own words: it is no permission. One press chooses, or words of the
 * person are sent.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Named } from './named.tsx';
import { AskedBox, Problem, Through } from './question-parts.tsx';
import { approvalTexts } from './texts.ts';
import type { QuestionProps } from './use-question.ts';
import { useRipe } from './use-ripe.ts';
import { takesAnswer } from '../../approvals/requests.ts';
import { visibleParts } from '../../lib/command-text.ts';
import { oneLine } from '../../lib/plain-text.ts';
import { MAX_SAID } from '../../normalizer/progress/clarify.ts';
import type { Clarify } from '../../normalizer/progress/progress-types.ts';
import { Button } from '../parts/button.tsx';

interface WordsQuestionProps extends QuestionProps {
  readonly clarify: Clarify;
}

export function WordsQuestion({
  asked,
  clarify: { offers, several },
  busy,
  answered,
  answer,
  focuses = false,
}: WordsQuestionProps): JSX.Element {
  const { question } = asked;
  const isRipe = useRipe(asked);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [own, setOwn] = useState('');
  const takes = takesAnswer(question) && !busy;
  const offered = offers ?? [];
  const words = own.trim();
  const said = [...offered.filter((offer) => chosen.includes(offer)), ...(words ? [words] : [])];

  function send(said: readonly string[] | null): void {
    if (isRipe()) answer({ said: said && [...new Set(said)] });
  }

  function choose(offer: string, isChosen: boolean): void {
    setChosen((chosen) => [...chosen.filter((one) => one !== offer), ...(isChosen ? [offer] : [])]);
  }

  return (
    <section class="question">
      <h1>{approvalTexts.whoAsks(oneLine(question.host ?? ''))}</h1>
      <AskedBox class="command words" dir="auto" label={approvalTexts.asked} focuses={focuses}>
        <Words text={question.command} />
      </AskedBox>
      <p class="small">
        <Through asked={asked} />
      </p>
      <div class="offers">
        {offered.map((offer) =>
          several ? (
            <label class="pick" key={offer} dir="auto">
              <input
                type="checkbox"
                checked={chosen.includes(offer)}
                disabled={!takes}
                onChange={({ currentTarget }) => choose(offer, currentTarget.checked)}
              />
              <span>
                <Words text={offer} />
              </span>
            </label>
          ) : (
            <button
              type="button"
              class="button pick"
              data-step="offer"
              dir="auto"
              key={offer}
              disabled={!takes}
              onClick={() => send([offer])}
            >
              <Words text={offer} />
            </button>
          ),
        )}
      </div>
      <label class="own">
        <span class="small">{approvalTexts.ownAnswer}</span>
        <textarea
          dir="auto"
          rows={2}
          maxLength={MAX_SAID}
          value={own}
          disabled={!takes}
          onInput={({ currentTarget }) => setOwn(currentTarget.value)}
        />
      </label>
      <div class="steps answers">
        <Button
          step="send"
          text={approvalTexts.send}
          disabled={!takes || said.length === 0}
          onClick={() => send(said)}
        />
        <button
          type="button"
          class="quiet"
          data-step="later"
          disabled={!takes}
          onClick={() => send(null)}
        >
          {approvalTexts.inChat}
        </button>
      </div>
      <Problem asked={asked} answered={answered} />
    </section>
  );
}

/** A text of the agent, with names in place of what nobody would see. */
function Words({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {visibleParts(text).map((part, i) =>
        part.count === 0 ? part.text : <Named key={i} {...part} />,
      )}
    </>
  );
}
