/** One tool call as one line of a list. */
import { createMark, type Mark } from '../look/marks.ts';
import { onPress } from '../press.ts';
import { createReceiptView, hasReceipt, type ReceiptView } from './receipt-view.ts';
import type { BadgeLine } from '../reply/reply-model.ts';
import { make, makeText, setText } from '../look/shadow.ts';
import { callInWords, shortTime, subAgentLines, timeBesideBar, wordInList } from '../texts.ts';
import { isOpen, toldAs } from '../../normalizer/progress/status.ts';
import type { ProgressStatus, Receipt } from '../../normalizer/progress/progress-types.ts';

export type LineView = ReturnType<typeof createLineView>;

/** An end without an outcome has no sign: any would say more than is known. */
const MARKS: Readonly<Partial<Record<ProgressStatus, Mark>>> = { running: 'ring', ran: 'check' };

/** Digits that an outcome may be wide without taking two lines where there is little room. */
const SHORT = 14;

/** A word in place of an emoji gets a frame, so that it does not read as part of the label. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N}\s_.-]*$/u;

/** @returns an empty line; `render` fills it and may be called at any rate */
export function createLineView(document: Document) {
  const element = make(document, 'li', 'line');
  const what = make(document, 'button', 'what');
  const emoji = make(document, 'span', 'emoji');
  const name = make(document, 'span', 'name');
  const state = makeText(document, 'span', 'state');
  const when = make(document, 'div', 'when');
  const time = makeText(document, 'span', 'time');
  const words = makeText(document, 'span', 'unseen');
  const track = make(document, 'span', 'track');
  const bar = make(document, 'span', 'bar');
  let shown: BadgeLine | null = null;
  let receipt: ReceiptView | null = null;
  /** Below the call; none while it has no sub-agents. */
  let nested: HTMLElement | null = null;
  what.type = 'button';
  onPress(what, () => {
    if (shown) toggle(shown.receipt);
  });
  // A label may be in any language; if it is cut short, its end must be lost.
  name.dir = 'auto';
  emoji.ariaHidden = 'true';
  time.ariaHidden = 'true';
  state.ariaHidden = 'true';
  track.ariaHidden = 'true';
  track.append(bar);
  what.append(emoji, name, state, createMark(document, 'chevron', 'chevron'));
  when.append(time);
  element.append(what, when, words);

  /** Created when it is first asked for: most are never read. */
  function toggle(known: Receipt): void {
    receipt ??= createReceiptView(document);
    if (receipt.element.parentNode) receipt.element.remove();
    else element.append(receipt.element);
    receipt.render(known);
    what.ariaExpanded = String(receipt.element.parentNode !== null);
  }

  function render(line: BadgeLine, done: boolean): void {
    const before = shown;
    shown = line;
    const unfolds = hasReceipt(line.receipt);
    what.disabled = !unfolds;
    if (unfolds) what.ariaExpanded ??= 'false';
    if (before?.receipt !== line.receipt) receipt?.render(line.receipt);
    renderSubAgents(line);
    // While a reply runs, they would be in the way of people who tab through the page.
    what.tabIndex = done ? 0 : -1;
    emoji.hidden = line.emoji === '';
    emoji.classList.toggle('word', WORD.test(line.emoji));
    setText(emoji, line.emoji);
    setText(name, line.name);
    if (name.title !== line.name) name.title = line.name;
    setText(time, timeOf(line));
    // Beside a bar it keeps its column even if it is empty.
    time.hidden = time.textContent === '' && line.span === null;
    setText(words, callInWords(line.status, line.elapsed, line.span && line.began));
    if (before?.status !== line.status || before.receipt !== line.receipt)
      renderStatus(line, before?.status);
    renderSpan(line.span);
  }

  function renderSubAgents({ receipt: { subAgents = [] }, status }: BadgeLine): void {
    if (subAgents.length === 0 && !nested) return;
    nested ??= make(document, 'ul', 'nested');
    nested.role = 'list';
    const texts = subAgentLines(subAgents, status);
    if (!nested.parentNode) words.after(nested);
    while (nested.childElementCount > texts.length) nested.lastElementChild?.remove();
    texts.forEach((text, at) => {
      const item = nested?.children[at] ?? nested?.appendChild(make(document, 'li', 'sub-agent'));
      item?.classList.toggle('failed', subAgents[at]?.state === 'failed');
      if (item && item.textContent !== text) item.textContent = text;
    });
  }

  function renderStatus({ status, receipt }: BadgeLine, before: ProgressStatus = status): void {
    element.classList.remove(toldAs(before));
    element.classList.add(toldAs(status));
    const mark = MARKS[status];
    const word = mark ? '' : wordInList(status, receipt);
    state.replaceChildren(mark ? createMark(document, mark, `mark ${mark}`) : word);
    state.classList.toggle('long', columns(word) > SHORT);
    state.style.display = mark ? 'inline-flex' : '';
  }

  function renderSpan(span: BadgeLine['span']): void {
    if (!span) {
      track.remove();
      return;
    }
    if (!track.parentNode) time.before(track);
    // The minimum width of a bar must fit even if it begins at the very end.
    bar.style.insetInlineStart = `min(${percent(span.from)}, 100% - var(--least))`;
    bar.style.width = percent(span.to - span.from);
  }

  return {
    element,
    /**
     * @param done the reply is over: its lines can be reached with the keyboard, and do not move
     */
    render,
  };
}

function timeOf({ elapsed, span, status }: BadgeLine): string {
  if (elapsed === null) return '';
  return span ? timeBesideBar(elapsed) : shortTime(elapsed, isOpen(status));
}

/** @returns a length in CSS. @param share from 0 to 1 */
export function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

/** Approximate width of a text, in digits: Chinese and Japanese characters are as wide as two. */
export function columns(text: string): number {
  let width = 0;
  for (const sign of text) width += sign >= '\u2e80' ? 2 : 1;
  return width;
}
