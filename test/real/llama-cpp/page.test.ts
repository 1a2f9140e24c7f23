import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { BROWSERS, sharedBrowser } from '../../support/browsers.ts';
import { words } from '../words.ts';
import { installLlamaCpp, type LlamaCpp, only, startLlamaCpp } from './llama-cpp-server.ts';
import { type HoldingProxy, startHoldingProxy } from './holding-proxy.ts';
import { type LlamaTab, openLlamaPage } from './llama-page.ts';

/**
 * What a model writes that has learnt it from its history: Hermes 0.8's text for two tools, letter
 * by letter.
 */
const MARKERS = '\n`💻 date`\n\n`📖 /srv/notes.txt`\n\n\n';
const BEFORE = 'Let me look.';
const REPLY = `${BEFORE}${MARKERS}It is noon. Then comes ! and the rest of it. End`;
/** The page resumes its streams by the number of bytes that it has read, so they are left alone. */
const SHOWN = words(REPLY.replaceAll('`', ''));
/** One token, in the middle of the reply. */
const MIDDLE = '"content":"!"';
const PROGRESS = /💻|📖/;

const LIMIT = { timeout: 180_000 };

let server: LlamaCpp;
let proxy: HoldingProxy;
beforeAll(async () => {
  server = await startLlamaCpp(installLlamaCpp(), 'plain', only(REPLY));
  proxy = await startHoldingProxy(server.origin);
}, 120_000);
afterAll(async () => {
  proxy?.close();
  await server?.close();
});

async function openTab(kind: BrowserKind): Promise<LlamaTab> {
  // Permissions go by host: a name of its own keeps the sites of other tests separate.
  const tab = await openLlamaPage(
    await sharedBrowser(kind),
    `http://llama-${proxy.port}.localhost:${proxy.port}`,
  );
  onTestFinished(async () => {
    proxy.gate.release();
    await tab.page.close();
  });
  return tab;
}

/** A chat whose first reply was stored with markers. */
async function openPoisoned(kind: BrowserKind, on = true): Promise<LlamaTab> {
  const tab = await openTab(kind);
  await tab.send('What time is it?');
  await tab.untilShown('End');
  await tab.untilDone();
  expect((await tab.replies()).join()).toMatch(PROGRESS);
  if (on) await tab.switchOn();
  return tab;
}

test.each(BROWSERS)(
  '%s: the next reply of a chat stored with markers is requested without them, and shown as it was sent',
  LIMIT,
  async (kind) => {
    const tab = await openPoisoned(kind);

    await tab.send('And now?');
    await tab.untilShown('End');

    expect(proxy.asked.at(-1)).toContain('And now?');
    expect(proxy.asked.at(-1)).not.toMatch(PROGRESS);
    expect(words((await tab.replies()).at(-1)!)).toBe(SHOWN);
    expect(tab.faults()).toEqual([]);
  },
);

test.each(BROWSERS)(
  '%s: a reply that is stopped keeps what arrived, and the next one is complete',
  LIMIT,
  async (kind) => {
    const tab = await openPoisoned(kind);

    proxy.gate.hold(MIDDLE);
    await tab.send('And now?');
    await proxy.gate.held();
    await tab.untilShown('Then comes');
    await tab.stop();
    await tab.untilDone();
    proxy.gate.release();
    const stopped = words((await tab.replies()).at(-1)!);
    expect(stopped).toContain('It is noon. Then comes');
    expect(SHOWN.startsWith(stopped)).toBe(true);
    await tab.send('Once more?');
    await tab.untilShown('End');

    expect(words((await tab.replies()).at(-1)!)).toBe(SHOWN);
    expect(tab.faults()).toEqual([]);
  },
);

// In Firefox the page writes the beginning twice, also without the extension: it requests the
// stream twice, and joins both.
test.each(BROWSERS)(
  '%s: a page reloaded in mid-reply shows the whole reply, as without the extension',
  LIMIT,
  async (kind) => {
    async function reloaded(on: boolean): Promise<string> {
      const tab = await openPoisoned(kind, on);
      proxy.gate.hold(MIDDLE);
      await tab.send('And now?');
      await proxy.gate.held();
      await tab.untilShown('Then comes');
      await tab.reload();
      await tab.untilShown('End');
      proxy.gate.release();
      return words((await tab.replies()).at(-1)!);
    }

    const without = await reloaded(false);
    const shown = await reloaded(true);

    expect(without).toMatch(PROGRESS);
    expect(shown).toBe(without);
    expect(shown.endsWith(SHOWN)).toBe(true);
  },
);
