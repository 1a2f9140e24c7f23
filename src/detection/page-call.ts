import { browser } from 'wxt/browser';
import type { CallAnswer, OpenWebUiCall } from '../companion/open-webui-call.ts';
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';
import { askInPage, type PageQuestion } from './ask-in-page.ts';

/** Milliseconds; a server that has a function to load takes a while. */
const ANSWER_WITHIN = 20_000;
/** Milliseconds more for the browser itself: a page with an open dialogue runs no script at all. */
const BROWSER_WITHIN = 2000;
/** UTF-16 units: a chat holds its pictures as text. */
const LONGEST_ANSWER = 32_000_000;

/** Levels of JSON that are read: what works on a chat goes down level by level, and servers written in Python take some 1000. */
const DEEPEST = 1000;

const NO_ANSWER: CallAnswer = { status: 0, body: null };

/** Calls to the Open WebUI server of one tab's page. Both give status 0 when the page is no longer that page. */
export interface PageCalls {
  /** Without the person's token. */
  readonly anonymous: OpenWebUiCall;
  /** As the person who is signed in to the page, if anyone is. */
  readonly signedIn: OpenWebUiCall;
}

/**
 * @param tabId tab whose page asks
 * @param origin site that the page must belong to; the extension must be let into it
 */
export function createPageCalls(tabId: number, origin: string): PageCalls {
  function createCall(signedIn: boolean): OpenWebUiCall {
    return ({ method, path, body, json }) => {
      const text = json ?? (body === undefined ? null : JSON.stringify(body));
      return ask(tabId, { origin, method, path, body: text, signedIn, within: ANSWER_WITHIN, longest: LONGEST_ANSWER });
    };
  }
  return { anonymous: createCall(false), signedIn: createCall(true) };
}

async function ask(tabId: number, question: PageQuestion): Promise<CallAnswer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), question.within + BROWSER_WITHIN);
  });
  const asked = browser.scripting.executeScript({
    target: { tabId, frameIds: [0] },
    world: 'ISOLATED',
    func: askInPage,
    args: [question],
  });
  try {
    const frames = await Promise.race([asked, late]);
    return readCallAnswer(frames?.[0]?.result);
  } catch {
    // The tab is gone, shows an error page, or the permission was taken back.
    return NO_ANSWER;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param value a `PageAnswer`, as the browser hands it over
 * @returns status 0 and no body for anything that is no answer; no body for what is no JSON
 */
export function readCallAnswer(value: unknown): CallAnswer {
  if (!isObject(value)) return NO_ANSWER;
  const { status, text = null } = value;
  if (typeof status !== 'number' || !Number.isInteger(status)) return NO_ANSWER;
  if (typeof text !== 'string' || depthOf(text) > DEEPEST) return { status, body: null };
  const body = parseJson(text);
  return body === undefined ? { status, body: null } : { status, body, text };
}

/** @returns how many arrays and objects lie within each other in JSON text */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}

/** @returns the offset of the quote that ends the string which begins at `at` */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text[escapes - 1] === '\\') escapes--;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}
