import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { foundText, healingTexts as texts } from '../../healing/texts.ts';
import type { FoundChat, Look, MarkedMessage } from '../../healing/types.ts';
import { ReplyView } from './reply-view.tsx';
import type { Pending } from './outcome-text.ts';
import { pageTexts } from '../parts/texts.ts';
import { Button } from '../parts/button.tsx';

/** Replies shown at once; a chat can have hundreds. */
const REPLIES_AT_ONCE = 20;

interface ChatRowProps {
  readonly found: FoundChat;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly chosen: boolean;
  /** Undefined while its replies are hidden. */
  readonly look: Pending<Look> | undefined;
  readonly onChoose: (on: boolean) => void;
  readonly onShow: () => void;
  readonly onHide: () => void;
}

/** One chat with markers; its replies unfold below it. */
export function ChatRow({
  found,
  now,
  chosen,
  look,
  onChoose,
  onShow,
  onHide,
}: ChatRowProps): JSX.Element {
  const { chat } = found;
  const title = chat.title || texts.untitled;
  const open = look !== undefined;
  const label = open ? pageTexts.hide : pageTexts.show;
  return (
    <li data-chat={chat.id}>
      <div class="row">
        <label class="choice words">
          <input
            type="checkbox"
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <span>
            <bdi>{title}</bdi> {chat.archived && <span class="tag">{texts.archived}</span>}
            <span class="small">{foundText(found, now)}</span>
          </span>
        </label>
        <Button
          step="show"
          text={label}
          aria-expanded={open}
          aria-label={pageTexts.of(label, title)}
          onClick={open ? onHide : onShow}
        />
      </div>
      {look && <div role="status">{look === 'running' ? texts.looking : wordsOf(look)}</div>}
      {look && look !== 'running' && 'marked' in look && look.marked && (
        <Replies messages={look.marked.messages} />
      )}
    </li>
  );
}

/** @returns null if there is anything to see */
function wordsOf(look: Look): string | null {
  if ('why' in look) return look.why;
  return look.marked ? null : texts.cleanNow;
}

function Replies({ messages }: { readonly messages: readonly MarkedMessage[] }): JSX.Element {
  const [shown, setShown] = useState(REPLIES_AT_ONCE);
  return (
    <div class="replies">
      {messages.slice(0, shown).map((message) => (
        <ReplyView key={message.messageId} message={message} />
      ))}
      {messages.length > shown && (
        <Button
          text={texts.moreReplies(messages.length - shown)}
          onClick={() => setShown(shown + REPLIES_AT_ONCE)}
        />
      )}
    </div>
  );
}
