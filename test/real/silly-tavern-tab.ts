/** A tab of a real SillyTavern with its one character's chat open. */
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { type BadgesSeen, readBadges } from '../../src/tools/demo/badges-seen.ts';
import { disableSite } from '../support/driving/access.ts';

export interface TavernTab {
  readonly page: Page;
  /** Leaves the chat unchanged and begins a new one with this model. */
  begin(model: string): Promise<void>;
  /** Types the text and presses "Send"; resolves when it is in the chat. */
  send(text: string): Promise<void>;
  /** Waits until the message was answered. */
  untilDone(): Promise<void>;
  /** Texts of the character's answers, as a person reads them. */
  replies(): Promise<string[]>;
  badges(): Promise<BadgesSeen>;
  /** Registers a function that the model may call; it returns `answer`. */
  offerTool(name: string, answer: string): Promise<void>;
  /** Arguments of the calls of these functions. */
  calls(): Promise<unknown[]>;
  /** Switches the site on through the real popup, which reloads the page with its chat. */
  switchOn(): Promise<void>;
  /** Errors and complaints of the page. */
  faults(): Promise<string[]>;
}

/** The part of its interface for extensions that is used here. */
interface Context {
  readonly onlineStatus: string;
  readonly characterId?: string;
  readonly chatCompletionSettings: { custom_model: string };
  executeSlashCommandsWithOptions(text: string): Promise<unknown>;
  registerFunctionTool(tool: object): void;
}

declare const SillyTavern: { getContext(): Context };
declare const window: Window & { calls: unknown[] };

/** It loads some four hundred files. */
const LOAD_MS = 60_000;
/** A second on an idle machine. */
const SLOW_MS = 20_000;
const PRESS_AGAIN_MS = 2000;

/** Opens a tab; the site is switched on or off through the real popup if necessary. */
export async function openTavern(
  driver: Driver,
  origin: string,
  { on }: { readonly on: boolean },
): Promise<TavernTab> {
  const page = await driver.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${origin}/`);
  const { enabled } = await siteStatus(driver, origin);
  if (on && !enabled) await enableSite(driver, page);
  if (!on && enabled) {
    await disableSite(driver, page);
    await page.reload();
  }
  await untilReady(page);

  const questions = () => page.$$eval('#chat .mes[is_user="true"]', (all) => all.length);
  return {
    page,
    async begin(model) {
      await page.evaluate(async (name) => {
        const context = SillyTavern.getContext();
        context.chatCompletionSettings.custom_model = name;
        await context.executeSlashCommandsWithOptions('/newchat');
      }, model);
    },
    async send(text) {
      await page.$eval(
        '#send_textarea',
        (area, value) => void ((area as HTMLTextAreaElement).value = value),
        text,
      );
      const before = await questions();
      await page.click('#send_but');
      let pressed = performance.now();
      await until(
        async () => {
          if ((await questions()) > before) return true;
          // Right after a reply it may ignore a press; the text is then still where it was typed.
          if (
            performance.now() - pressed > PRESS_AGAIN_MS &&
            (await page.$eval('#send_textarea', (area) => (area as HTMLTextAreaElement).value)) ===
              text
          ) {
            pressed = performance.now();
            await page.$eval('#send_but', (button) => (button as HTMLElement).click());
          }
          return false;
        },
        'the question to appear in the chat',
        SLOW_MS,
      );
    },
    untilDone: async () =>
      void (await until(() => page.evaluate(isAnswered), 'the reply to be over', SLOW_MS)),
    replies: () =>
      page.$$eval(
        '#chat .mes[is_user="true"] ~ .mes[is_user="false"][is_system="false"] .mes_text',
        (texts) => texts.map((text) => (text as HTMLElement).innerText),
      ),
    badges: () => readBadges(driver, page),
    async offerTool(name, answer) {
      await page.evaluate(
        (tool, said) => {
          window.calls = [];
          SillyTavern.getContext().registerFunctionTool({
            name: tool,
            displayName: tool,
            description: tool,
            parameters: {
              type: 'object',
              properties: { city: { type: 'string' }, days: { type: 'number' } },
            },
            action(called: unknown) {
              window.calls.push(called);
              return said;
            },
          });
        },
        name,
        answer,
      );
    },
    calls: () => page.evaluate(() => window.calls),
    async switchOn() {
      await enableSite(driver, page);
      await untilReady(page);
    },
    async faults() {
      const toasts = await page.$$eval('#toast-container .toast-error', (all) =>
        all.map((toast) => toast.textContent ?? ''),
      );
      return [...complaints, ...toasts];
    },
  };
}

async function untilReady(page: Page): Promise<void> {
  await until(() => page.evaluate(isReady), 'SillyTavern to open its chat', LOAD_MS);
}

/** Runs in the page. */
function isReady(): boolean {
  if (typeof SillyTavern === 'undefined' || document.querySelector('#preloader')) return false;
  const { onlineStatus, characterId } = SillyTavern.getContext();
  return (
    onlineStatus !== 'no_connection' &&
    characterId !== undefined &&
    document.querySelector('#chat .mes') !== null
  );
}

/** Runs in the page. */
function isAnswered(): boolean {
  const last = document.querySelector('#chat .mes:last-child');
  return document.body.dataset.generating !== 'true' && last?.getAttribute('is_user') === 'false';
}
