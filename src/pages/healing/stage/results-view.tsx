import type { JSX } from 'preact';
import { healingTexts as texts } from '../../../healing/texts.ts';
import type { UnreadChat } from '../../../healing/types.ts';
import { ChatRow } from '../chat-row.tsx';
import { scanEndText } from './scan-text.ts';
import type { Results } from './stage.ts';
import { StageHeading } from './stage-heading.tsx';
import type { HealingControls } from '../use-healing.ts';
import { Button } from '../../parts/button.tsx';

interface ResultsViewProps {
  readonly stage: Results;
  readonly controls: HealingControls;
  readonly caveat: string | null;
}

/** The chats with markers, what cleaning would remove from them, and the button that cleans. */
export function ResultsView({ stage, controls, caveat }: ResultsViewProps): JSX.Element {
  const { result, found } = stage;
  return (
    <section class="stage">
      <StageHeading title={titleOf(stage)} />
      <p class={result.end === 'failed' ? 'notice failed' : 'small'}>{scanEndText(result)}</p>
      {found.length > 0 && <FoundList stage={stage} controls={controls} caveat={caveat} />}
      {found.length === 0 && (
        <div class="steps">
          <Again controls={controls} />
        </div>
      )}
      {result.unread.length > 0 && <Unread chats={result.unread} count={result.unreadable} />}
    </section>
  );
}

function titleOf({ result, found }: Results): string {
  if (found.length > 0) return texts.resultsTitle;
  if (result.end === 'failed') return texts.unreadableTitle;
  return result.end === 'done' && result.unreadable === 0 ? texts.cleanTitle : texts.nothingTitle;
}

function FoundList({ stage, controls, caveat }: ResultsViewProps): JSX.Element {
  const { found, chosen } = stage;
  const ids = found.map(({ chat }) => chat.id);
  const now = Date.now();
  return (
    <>
      {found.length > 1 && (
        <label class="choice">
          <input
            type="checkbox"
            checked={chosen.size === ids.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen.size > 0 && chosen.size < ids.length;
            }}
            onChange={(event) => controls.choose(ids, event.currentTarget.checked)}
          />
          {texts.selectAll}
        </label>
      )}
      <ul class="list">
        {found.map((one) => (
          <ChatRow
            key={one.chat.id}
            found={one}
            now={now}
            chosen={chosen.has(one.chat.id)}
            look={controls.looks.get(one.chat.id)}
            onChoose={(on) => controls.choose([one.chat.id], on)}
            onShow={() => controls.show(one.chat.id)}
            onHide={() => controls.hide(one.chat.id)}
          />
        ))}
      </ul>
      {caveat !== null && <p class="notice caution">{caveat}</p>}
      <p class="small">{texts.undoable}</p>
      <div class="steps bar">
        <Button
          step="heal"
          kind="primary"
          text={texts.heal(chosen.size)}
          disabled={chosen.size === 0}
          onClick={() => controls.heal(ids.filter((id) => chosen.has(id)))}
        />
        <Again controls={controls} />
      </div>
    </>
  );
}

function Again({ controls }: { readonly controls: HealingControls }): JSX.Element {
  return <Button step="start" text={texts.backToStart} onClick={controls.start} />;
}

function Unread({
  chats,
  count,
}: {
  readonly chats: readonly UnreadChat[];
  readonly count: number;
}): JSX.Element {
  return (
    <details>
      <summary>{texts.unread(count)}</summary>
      <ul class="list">
        {chats.map(({ chat, why }) => (
          <li key={chat.id} class="row">
            <div class="words">
              <bdi>{chat.title || texts.untitled}</bdi>
              <span class="small">{why}</span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
