/** One tool call as one line of a list. */
import { createMark } from './marks.ts';
import type { Mark } from './marks.ts';
import type { BadgeLine } from './reply-model.ts';
import { make, setText } from './shadow.ts';
import { badgeTexts, shortTime, statusInWords } from './texts.ts';
import type { ProgressStatus } from '../normalizer/types.ts';

export interface LineView {
  readonly element: HTMLLIElement;
  render(line: BadgeLine): void;
}

const MARKS: Readonly<Record<ProgressStatus, Mark | null>> = {
  running: 'ring',
  finished: 'check',
  ended: 'dash',
  failed: null,
};

/** A word in place of an emoji gets a frame, so that it does not read as part of the label. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N}\s_.-]*$/u;

/** @returns an empty line; `render` fills it and may be called at any rate */
export function createLineView(document: Document): LineView {
  const element = make(document, 'li', 'line');
  const emoji = make(document, 'span', 'emoji');
  const name = make(document, 'span', 'name');
  const state = make(document, 'span', 'state');
  const time = make(document, 'span', 'time');
  const words = make(document, 'span', 'unseen');
  const track = make(document, 'span', 'track');
  const bar = make(document, 'span', 'bar');
  let shown: ProgressStatus | null = null;
  emoji.ariaHidden = 'true';
  time.ariaHidden = 'true';
  state.ariaHidden = 'true';
  track.ariaHidden = 'true';
  track.append(bar);
  element.append(emoji, name, state, time, words);

  function render(line: BadgeLine): void {
    emoji.hidden = line.emoji === '';
    emoji.classList.toggle('word', WORD.test(line.emoji));
    setText(emoji, line.emoji);
    setText(name, line.name);
    if (name.title !== line.name) name.title = line.name;
    setText(time, shortTime(line.elapsed, line.status === 'running'));
    // Beside a bar it keeps its column even when empty.
    time.hidden = time.textContent === '' && line.span === null;
    // Words change with the state only: a ticking number would be read out again and again.
    if (shown !== line.status) renderStatus(line);
    renderSpan(line.span);
  }

  function renderStatus(line: BadgeLine): void {
    shown = line.status;
    element.classList.toggle('running', line.status === 'running');
    setText(words, ` ${statusInWords(line.status, line.elapsed)}`);
    const mark = MARKS[line.status];
    state.replaceChildren(mark ? createMark(document, mark, `mark ${mark}`) : badgeTexts.failed);
    state.style.display = mark === null ? '' : 'inline-flex';
  }

  function renderSpan(span: BadgeLine['span']): void {
    if (!span) {
      track.remove();
      return;
    }
    if (!track.isConnected) time.before(track);
    bar.style.insetInlineStart = `min(${percent(span.from)}, 100% - 2px)`;
    bar.style.width = percent(span.to - span.from);
  }

  return { element, render };
}

function percent(share: number): string {
  return `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;
}
