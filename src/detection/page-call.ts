import { browser } from 'wxt/browser';
import type { CallAnswer, OpenWebUiCall } from '../companion/open-webui-call.ts';
import { parseJson, skipString } from '../normalizer/json/json-edit.ts';
import { callInPage } from '../extension/in-page.ts';
import { within } from '../extension/promises.ts';
import { askInPage, type PageQuestion } from './ask-in-page.ts';

/** Milliseconds; a server that has to load a function takes a while. */
const ANSWER_WITHIN = 20_000;
/**
 * Additional milliseconds for the browser itself: a page with an open dialog runs no script at all.
 */
const BROWSER_WITHIN = 2000;
/** UTF-16 units: a chat contains its pictures as text. */
const LONGEST_ANSWER = 32_000_000;

/**
 * Deepest nesting of JSON that is read: code that works on a chat recurses, and servers written in
 * Python accept some 1000 levels.
 */
const DEEPEST = 1000;

const NO_ANSWER: CallAnswer = { status: 0, body: null };

/**
 * Calls to the Open WebUI server of one tab's page. Both return status 0 once the tab shows another
 * page.
 */
export interface PageCalls {
  /** Without the person's token. */
  readonly anonymous: OpenWebUiCall;
  /** As the person signed in to the page, if anyone is. */
  readonly signedIn: OpenWebUiCall;
}

/**
 * @param tabId the tab whose page makes the request
 * @param origin the site that the page must belong to; the extension must have access to it
 */
export function createPageCalls(tabId: number, origin: string): PageCalls {
  function createCall(signedIn: boolean): OpenWebUiCall {
    return ({ method, path, body, json, part }) => {
      const text = json ?? (body === undefined ? null : JSON.stringify(body));
      const limits = { within: ANSWER_WITHIN, longest: LONGEST_ANSWER };
      return ask(tabId, {
        call: `stream-fixer:call-${Math.random()}`,
        origin,
        method,
        path,
        body: text,
        ...(part && { part }),
        signedIn,
        ...limits,
      });
    };
  }
  return { anonymous: createCall(false), signedIn: createCall(true) };
}

async function ask(tabId: number, question: PageQuestion): Promise<CallAnswer> {
  const top = { target: { tabId, frameIds: [0] } };
  const asked = callInPage(top, askInPage, [question]);
  const left = watchForLeaving(top, question.call);
  try {
    const frames = await within(
      Promise.race([asked, left.happened]),
      question.within + BROWSER_WITHIN,
    );
    return readCallAnswer(frames?.[0]?.result);
  } catch {
    // The tab is closed, shows an error page, or access was withdrawn.
    return NO_ANSWER;
  } finally {
    left.stop();
  }
}

/**
 * Firefox 153 answers a call never that meets a document which is just being replaced, as by a
 * reload.
 * @returns a promise that resolves once the tab has loaded a document in which the call does not
 * run
 */
function watchForLeaving(top: { target: { tabId: number; frameIds: number[] } }, call: string) {
  const { onUpdated } = browser.tabs;
  let listen: Parameters<typeof onUpdated.addListener>[0] | null = null;
  const happened = new Promise<null>((resolve) => {
    listen = (tabId, { status }) => {
      if (tabId !== top.target.tabId || status !== 'complete') return;
      // An app that only changes its address is complete again, too.
      callInPage(top, (key) => Symbol.for(key) in globalThis, [call]).then(
        ([frame]) => frame?.result === false && resolve(null),
        () => resolve(null),
      );
    };
    onUpdated.addListener(listen);
  });
  return {
    happened,
    stop(): void {
      if (listen) onUpdated.removeListener(listen);
    },
  };
}

/**
 * @param value the result of `askInPage`
 * @returns status 0 and no body for anything but an answer; no body for anything but JSON
 */
export function readCallAnswer(value: unknown): CallAnswer {
  const [head] = typeof value === 'string' ? (/^\d{1,3}(?:\n|$)/.exec(value) ?? []) : [];
  if (typeof value !== 'string' || head === undefined) return NO_ANSWER;
  const status = Number(head);
  const text = value.slice(head.length);
  if (depthOf(text) > DEEPEST) return { status, body: null };
  const body = parseJson(text);
  return body === undefined ? { status, body: null } : { status, body, text };
}

/** @returns how deeply arrays and objects are nested in JSON text */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = skipString(text, at) - 1;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}
