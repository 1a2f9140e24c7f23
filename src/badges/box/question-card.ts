/**
 * Says beside the reply that an agent asks. What it asks in words is answered in the window alone.
 * A command it denies, and never allows: whatever the page draws over it or around it, an element
 * of a page cannot know that it is seen. What it shows is a hint, and a press opens the window that
 * shows it whole.
 */
import { oneLine } from '../../lib/plain-text.ts';
import { visibleParts } from '../../lib/command-text.ts';
import { takesAnswer } from '../../approvals/requests.ts';
import type { Question } from '../../normalizer/progress/progress-types.ts';
import { make, makeText, setText } from '../look/shadow.ts';
import { createButton } from '../press.ts';
import { asksSentence, badgeTexts, problemSentence, untilText } from '../texts.ts';

/** How much of a command the card reads, in UTF-16 units; its one line shows less. */
const MAX_HINT = 120;

/**
 * @param on.onDeny called with each press that denies
 * @param on.onLook called with each press that asks for the whole question
 * @returns a hidden card
 */
export function createQuestionCard(
  document: Document,
  on: {
    readonly onDeny: (question: Question) => void;
    readonly onLook: (question: Question) => void;
  },
) {
  const element = make(document, 'div', 'card');
  const asks = makeText(document, 'div', 'asks');
  const hint = make(document, 'div', 'hint');
  const answers = make(document, 'div', 'answers');
  const until = makeText(document, 'span', 'until');
  const problem = makeText(document, 'div', 'problem');
  const look = createButton(document, 'answer look', () => press(on.onLook), badgeTexts.look);
  const deny = createButton(document, 'answer deny', () => press(refuse), badgeTexts.deny);
  let shown: Question | null = null;
  element.hidden = true;
  element.role = 'group';
  asks.id = 'asks';
  element.setAttribute('aria-labelledby', asks.id);
  problem.role = 'status';
  answers.append(look, deny, until);
  element.append(asks, hint, answers, problem);

  element.addEventListener('keydown', (event) => {
    // Pressed on ours, it is none of the page's.
    if (event.isTrusted) event.stopPropagation();
  });

  function press(carryOut: (question: Question) => void): void {
    if (shown && takesAnswer(shown)) carryOut(shown);
  }

  function refuse(question: Question): void {
    // Until it is known whether the agent has taken it.
    look.disabled = deny.disabled = true;
    on.onDeny(question);
  }

  function show(question: Question): void {
    setText(asks, asksSentence(question));
    setText(hint, hintOf(question.command));
    answers.hidden = question.answeredBy !== 'you';
    look.disabled = deny.disabled = !takesAnswer(question);
    deny.hidden = question.clarify !== undefined;
    hint.dir = question.clarify ? 'auto' : 'ltr';
    setText(look, question.clarify ? badgeTexts.answer : badgeTexts.look);
    setText(until, question.until === undefined ? '' : untilText(question.until));
    setText(
      problem,
      question.problem ? problemSentence(question.problem, document.location.origin) : '',
    );
  }

  return {
    element,
    /** @param question null hides the card */
    render(question: Question | null): void {
      element.hidden = !question;
      if (question === shown) return;
      shown = question;
      if (!question) return;
      show(question);
      // Many replies are longer than the window, and whatever waits here is the next thing to do.
      if (!answers.hidden) element.scrollIntoView({ block: 'nearest' });
    },
  };
}

/**
 * @returns the beginning of a command in one line, with names in place of what nobody would see; it
 * reads no more
 */
export function hintOf(command: string): string {
  const text = visibleParts(command.slice(0, MAX_HINT))
    .map((part) => (part.count === 0 ? part.text : `[${part.text}]`))
    .join('');
  return oneLine(command.length > MAX_HINT ? `${text}…` : text);
}
