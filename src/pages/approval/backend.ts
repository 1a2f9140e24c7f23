/** What the page of a question asks of the page that has it, and of the browser. */
import { browser } from 'wxt/browser';
import type {
  Answered,
  AnswerRequest,
  AskedQuestion,
  QuestionRequest,
} from '../../approvals/requests.ts';
import { readQuestion } from '../../bridge/protocol.ts';
import { isSite } from '../../extension/origins.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { PROBLEMS, type Given, type Question } from '../../normalizer/progress/progress-types.ts';
import { readCount } from '../../stats/numbers.ts';

/** Where a question is. */
export interface Place {
  readonly tabId: number;
  /** Null: whichever page of the tab has one. */
  readonly frameId: number | null;
}

/** Most questions believed: a page can make them up. */
const MAX_OTHERS = 100;

/** @param search query of the page's address. @returns null if it names no tab */
export function placeIn(search: string): Place | null {
  const query = new URLSearchParams(search);
  const [tabId, frameId] = ['tab', 'frame'].map((name) => readNumber(query.get(name)));
  return tabId == null ? null : { tabId, frameId: frameId ?? null };
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}

/** @returns the question that waits there; null if none does. Never rejects */
export async function readAsked(place: Place): Promise<AskedQuestion | null> {
  const answer = await ask(place, { type: 'question' });
  if (!isObject(answer) || !isObject(answer.question) || !isSite(answer.site)) return null;
  const question = readQuestion(answer.question);
  if (question.answeredBy !== 'you') return null;
  return {
    // Who asks is who gets the answer, whatever the page calls it.
    question: { ...question, host: hostIn(question.server) },
    site: answer.site,
    offersAlways: answer.offersAlways === true,
    others: readCount(answer.others, MAX_OTHERS),
  };
}

/** @returns the host of an address; '' if it has none */
function hostIn(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : '';
}

/** Passes an answer on. @returns what became of it. Never rejects */
export async function answerAsked(
  place: Place,
  question: Question,
  choice: Given,
): Promise<Answered> {
  const answer = await ask(place, { type: 'answer-question', question, choice });
  if (answer === 'taken') return answer;
  return PROBLEMS.find((known) => known === answer) ?? 'changed';
}

/** @returns null if nobody there answers */
async function ask(
  { tabId, frameId }: Place,
  request: QuestionRequest | AnswerRequest,
): Promise<unknown> {
  try {
    const where = frameId === null ? {} : { frameId };
    return (await browser.tabs.sendMessage(tabId, request, where)) ?? null;
  } catch {
    return null;
  }
}

/** Closes this page, which may be a window or a tab, and shows the chat. */
export async function returnTo({ tabId }: Place): Promise<void> {
  try {
    const chat = await browser.tabs.update(tabId, { active: true });
    if (chat) await browser.windows?.update(chat.windowId, { focused: true });
  } catch {
    // The chat is closed.
  }
  const own = await browser.tabs.getCurrent();
  // A popup of the toolbar is in no tab.
  if (own?.id === undefined) window.close();
  else await browser.tabs.remove(own.id);
}
