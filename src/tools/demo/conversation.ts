/** Drives the chat page as a person would, and reads the result. */
import type { Page } from 'puppeteer-core';
import { sleep, until } from '../browsers/until.ts';
import type { AgentServer } from './servers/agent-server.ts';
import { countMarkers, markersIn } from './markers.ts';

export interface AskOptions {
  /** Called once, shortly after the tool with this ordinal (from 1) began to run. */
  readonly duringTool?: number;
  readonly during?: () => Promise<unknown>;
}

export type Conversation = ReturnType<typeof createConversation>;

/** Longest reply: the real agent's, including the start-up of its first turn. */
const REPLY_MS = 60_000;
/** Long enough for a badge to have appeared and finished its animation. */
const SETTLE_MS = 450;

/**
 * @param page a tab that shows the chat page
 * @param tools counts the tools that the server announces; see `watchTools`
 */
export function createConversation(page: Page, server: AgentServer, tools: ToolWatch) {
  async function begin(model: string): Promise<void> {
    await page.bringToFront();
    await page.waitForSelector('[data-ready]');
    await page.select('#model', model);
    await page.click('#new-chat');
  }

  async function ask(question: string, { duringTool = 1, during }: AskOptions = {}): Promise<void> {
    const before = server.requests.length;
    await page.bringToFront();
    await page.waitForSelector('[data-ready]');
    tools.reset();
    await page.type('#prompt', question);
    await page.keyboard.press('Enter');
    await until(() => server.requests.length > before, 'the question to arrive');
    if (during) {
      await until(() => tools.count() >= duringTool, 'the tool to run', REPLY_MS);
      await sleep(SETTLE_MS);
      await during();
    }
    await page.waitForSelector('#messages[aria-busy="false"]', { timeout: REPLY_MS });
    await sleep(SETTLE_MS);
  }

  async function facts() {
    const { texts, spans } = await page.evaluate(readPage);
    const messages = server.requests.at(-1)?.messages ?? [];
    return {
      /** Markers visible among the replies. */
      onPage: spans.filter((text) => countMarkers(`\`${text}\``) > 0).length,
      /** Markers in the replies that the page has in its storage. */
      stored: texts.reduce((sum, text) => sum + countMarkers(text), 0),
      /** Markers in the last request, as the agent received it. */
      sent: markersIn(messages),
      /** Messages of the last request. */
      messages: messages.length,
    };
  }

  return {
    /** Begins an empty chat with this model. */
    begin,
    /** Sends a question and waits for the end of the reply, however it ends. */
    ask,
    facts,
  };
}

export type ToolWatch = ReturnType<typeof watchTools>;

/** Counts the tools that a server's stream announces, by event or by marker. */
export function watchTools() {
  let count = 0;
  return {
    /** For `AgentServerOptions.onWrite`. */
    onWrite(text: string): void {
      count += text.match(/"status": ?"running"|"content": ?"\\n`/g)?.length ?? 0;
    },
    reset(): void {
      count = 0;
    },
    /** Tools that began to run since the last reset. */
    count: (): number => count,
  };
}

/** Runs in the page. A rendered marker is a code span. */
function readPage(): { texts: string[]; spans: string[] } {
  const stored = JSON.parse(localStorage.getItem('agent-chat') ?? '{}') as {
    messages?: { role: string; content: string }[];
  };
  return {
    texts: (stored.messages ?? [])
      .filter(({ role }) => role === 'assistant')
      .map(({ content }) => content),
    spans: [...document.querySelectorAll('article[data-role="assistant"] code')].map(
      (code) => code.textContent ?? '',
    ),
  };
}
