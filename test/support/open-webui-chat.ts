/** Drives the pages of a real Open WebUI as a person would. */
import type { Page } from 'puppeteer-core';
import { sleep, until } from '../../src/tools/browsers/until.ts';

export interface ShownReply {
  readonly id: string;
  /** Its text as a person reads it. */
  readonly text: string;
}

export interface BeginOptions {
  /** Replies to one question, shown side by side. */
  readonly models: readonly string[];
  /** A chat that is not stored. */
  readonly temporary?: boolean;
}

export type OpenWebUiChat = ReturnType<typeof createOpenWebUiChat>;

const INPUT = '#chat-input';
/** Busy machines take their time over a page of 10 MB. */
export const LOAD_MS = 60_000;
/** The real agent's longest reply, including the start-up of its first turn. */
const REPLY_MS = 60_000;
/** Models and socket are ready by then. */
const SETTLE_MS = 700;
/** A page without changes for this long has finished drawing. */
const DRAWN_MS = 400;

/** @param page a tab of a browser that is signed in at `origin` */
export function createOpenWebUiChat(page: Page, origin: string) {
  async function ready(): Promise<void> {
    await page.waitForSelector(INPUT, { timeout: LOAD_MS });
    await sleep(SETTLE_MS);
  }

  async function begin({ models, temporary = false }: BeginOptions): Promise<void> {
    await page.bringToFront();
    await page.goto(
      `${origin}/?models=${models.join(',')}${temporary ? '&temporary-chat=true' : ''}`,
    );
    await ready();
    const [first = ''] = models;
    await page.waitForFunction(
      (name) => document.body.textContent?.includes(name),
      { timeout: LOAD_MS },
      first,
    );
  }

  async function send(question: string): Promise<void> {
    await page.bringToFront();
    const before = await count('.chat-user');
    await page.type(INPUT, question);
    await page.keyboard.press('Enter');
    await until(
      async () => (await count('.chat-user')) > before,
      'the question to appear in the chat',
      LOAD_MS,
    );
  }

  function count(selector: string): Promise<number> {
    return page.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);
  }

  async function untilDone(replies: number): Promise<void> {
    await until(
      async () => {
        const done = await page.evaluate(readDone);
        return done.length >= replies && done.every(Boolean);
      },
      `the end of ${replies} replies`,
      REPLY_MS,
    );
    // The page's state is ahead of what it shows.
    let before = '';
    await until(
      async () => {
        const now = JSON.stringify(await page.evaluate(readReplies));
        const same = now === before;
        before = now;
        if (!same) await sleep(DRAWN_MS);
        return same;
      },
      'the replies to be drawn',
      REPLY_MS,
    );
  }

  return {
    /** Waits until a question can be written. */
    ready,
    /** Begins an empty chat. */
    begin,
    /** Sends a question; returns once it is in the chat. */
    send,
    /** Waits until this many replies are shown and all have ended. */
    untilDone,
    /** Sends a question and waits for the end of the reply. */
    async ask(question: string): Promise<void> {
      const before = await count('.chat-assistant');
      await send(question);
      await untilDone(before + 1);
    },
    replies: (): Promise<ShownReply[]> => page.evaluate(readReplies),
    /** Id of the chat that is shown; '' before its first question. */
    chatId: (): string => /\/c\/([^/?#]+)/.exec(page.url())?.[1] ?? '',
  };
}

/** Runs in the page: whether each reply has ended. Its buttons appear at its end. */
function readDone(): boolean[] {
  return [...document.querySelectorAll('.chat-assistant')].map(
    (reply) => reply.closest('[id^="message-"]')?.querySelector('.copy-response-button') != null,
  );
}

/** Runs in the page. */
function readReplies(): ShownReply[] {
  return [...document.querySelectorAll('.chat-assistant')].map((reply) => ({
    id: reply.closest('[id^="message-"]')?.id.slice('message-'.length) ?? '',
    text: (
      reply.querySelector<HTMLElement>('#response-content-container') ?? (reply as HTMLElement)
    ).innerText.trim(),
  }));
}
