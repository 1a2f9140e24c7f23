/** The question of an agent that waits: whether it may run a command, which is shown whole. */
import { make, makeText, setText } from '../look/shadow.ts';
import { oneLine } from '../../lib/plain-text.ts';
import { createButton } from '../press.ts';
import type { Choice, Question } from '../../normalizer/progress/progress-types.ts';
import { asksSentence, badgeTexts, problemSentence } from '../texts.ts';
import { visibleParts } from './command-text.ts';
import { isFramedElsewhere, isUncovered, watchRest } from './sight.ts';

/**
 * The buttons answer only what a person had time to see: nothing of the card may be covered, and it must have been still
 * for a while. Enter and Escape do nothing, as people press them while they write; the space bar answers.
 * @param onAnswer called with the answer of a person, once for each question
 * @returns a hidden card
 */
export function createQuestionCard(
  document: Document,
  onAnswer: (question: Question, choice: Choice) => void,
) {
  const element = make(document, 'div', 'card');
  const asks = makeText(document, 'div', 'asks');
  const command = make(document, 'div', 'command');
  const reason = make(document, 'div', 'reason');
  const answers = make(document, 'div', 'answers');
  const further = make(document, 'div', 'answers');
  const problem = makeText(document, 'div', 'problem');
  const rest = watchRest(element);
  const buttons: readonly (readonly [choice: Choice, button: HTMLButtonElement])[] = [
    ['deny', createAnswer('deny', badgeTexts.deny)],
    ['once', createAnswer('once', badgeTexts.allowOnce)],
    ['session', createAnswer('session', badgeTexts.allowSession)],
    ['always', createAnswer('always', '')],
  ];
  const more = createButton(
    document,
    'more',
    () => showFurther(further.hidden === true),
    badgeTexts.more,
  );
  let shown: Question | null = null;
  let known = '';
  element.hidden = true;
  element.role = 'group';
  asks.id = 'asks';
  element.setAttribute('aria-labelledby', asks.id);
  // Anything that scrolls must be reachable with the keyboard; and a command is read from left to right.
  command.tabIndex = 0;
  command.dir = 'ltr';
  reason.dir = 'auto';
  further.id = 'further';
  problem.role = 'status';
  more.setAttribute('aria-controls', further.id);
  answers.append(...buttons.slice(0, 2).map(([, button]) => button), more);
  further.append(...buttons.slice(2).map(([, button]) => button));
  element.append(asks, command, reason, answers, further, problem);

  element.addEventListener('keydown', (event) => {
    // Pressed on ours, it is none of the page's.
    if (event.isTrusted) event.stopPropagation();
    if (event.key === 'Enter' && event.target !== more) event.preventDefault();
  });

  function createAnswer(choice: Choice, text: string): HTMLButtonElement {
    const button: HTMLButtonElement = createButton(
      document,
      `answer ${choice}`,
      () => answer(choice, button),
      text,
    );
    return button;
  }

  function answer(choice: Choice, button: HTMLElement): void {
    if (!shown || !rest.isLong()) return;
    if (!isUncovered(command) || !isUncovered(button))
      return command.scrollIntoView({ block: 'nearest' });
    enable(false);
    onAnswer(shown, choice);
  }

  function enable(may: boolean): void {
    for (const [, button] of buttons) button.disabled = !may;
  }

  function showFurther(open: boolean): void {
    further.hidden = !open;
    more.ariaExpanded = String(open);
  }

  function show(question: Question, offersAlways: boolean): void {
    const { answeredBy, pattern = '' } = question;
    const choices = question.choices.filter(
      (choice) => choice !== 'always' || (offersAlways && pattern !== ''),
    );
    const asked = answeredBy === 'you';
    const may = asked && !isFramedElsewhere(document);
    setText(
      asks,
      asksSentence(asked && !may ? { ...question, answeredBy: 'elsewhere' } : question),
    );
    command.replaceChildren(
      ...commandParts(document, question.command),
      makeText(document, 'div', 'end', badgeTexts.commandEnds),
    );
    setText(reason, oneLine(question.reason));
    for (const [choice, button] of buttons) {
      button.hidden = !choices.includes(choice);
      if (choice === 'always') setText(button, badgeTexts.allowAlways(oneLine(pattern)));
    }
    answers.hidden = !may;
    more.hidden = [...further.children].every((button) => (button as HTMLElement).hidden);
    showFurther(false);
    enable(question.problem === undefined || question.problem === 'failed');
    setText(
      problem,
      question.problem ? problemSentence(question.problem, document.location.origin) : '',
    );
  }

  return {
    element,
    /** @param question null hides the card. @param offersAlways the agent may be told never to ask again about such commands */
    render(question: Question | null, offersAlways: boolean): void {
      shown = question;
      element.hidden = !question;
      rest.set(question !== null);
      const next = question ? JSON.stringify([question, offersAlways]) : '';
      if (next === known) return;
      known = next;
      rest.disturb();
      if (!question) return command.replaceChildren();
      show(question, offersAlways);
      // Many replies are longer than the window, and whatever waits here is the next thing to do.
      if (!answers.hidden) element.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** @returns the command, with a box in place of what nobody would see */
function commandParts(document: Document, command: string): (Text | HTMLElement)[] {
  return visibleParts(command).map(({ text, isName }) =>
    isName ? make(document, 'span', 'odd', text) : document.createTextNode(text),
  );
}
