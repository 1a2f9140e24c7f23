import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Driver, Popup } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { createCompanion } from '../../src/companion/companion.ts';
import type { OpenWebUiCall } from '../../src/companion/open-webui-call.ts';
import { COMPANION_ID, COMPANION_SOURCE } from '../../src/companion/source.ts';
import { countMarkers, markersIn } from '../../src/tools/demo/markers.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { readStoredChat, storeChat, storedText } from './open-webui-data.ts';
import { RECORDED, RECORDED_TEXTS } from './replies.ts';
import { modelRequests, openWebUi, type RealServer } from './servers.ts';
import { openTab, POLL, type Tab, type TabOptions } from './tab.ts';
import { isSince, MAIN, VERSIONS } from './versions.ts';
import { words } from './words.ts';

/** From this release on filters see the stream. */
const WITH_FILTERS = VERSIONS.filter((version) => isSince(version, '0.5.17'));
const CARD = '.open-webui';
const HERMES = 'hermes-agent';

afterAll(async () => {
  for (const version of WITH_FILTERS) await absent(await openWebUi(version));
});

async function absent({ admin }: RealServer): Promise<void> {
  const { state } = await createCompanion(admin.call).read();
  if (state.kind !== 'absent')
    expect(await createCompanion(admin.call).remove()).toMatchObject({ ok: true });
}

async function installed({ admin }: RealServer): Promise<void> {
  expect(await createCompanion(admin.call).install()).toMatchObject({ ok: true });
}

async function tabOf(server: RealServer, options: Partial<TabOptions> = {}): Promise<Tab> {
  return openTab({ driver: await sharedBrowser('chromium'), server, ...options });
}

/** The popup over a chat, once it knows the server. */
async function openCard(
  { driver, page }: { driver: Driver; page: Tab['page'] },
  title: string,
): Promise<Popup> {
  const popup = await driver.openPopup(page, CARD);
  onTestFinished(async () => {
    if (!(await popup.isClosed())) await popup.close();
  });
  await until(
    async () => (await popup.text(`${CARD} h2`)) === title,
    `the card "${title}"`,
    15_000,
  );
  await popup.click('.more > summary');
  return popup;
}

/** One step of the popup's card: opens its page and confirms there. */
async function takeStep(popup: Popup, step: string): Promise<void> {
  for (const button of [step, 'confirm']) {
    const selector = `[data-step="${button}"]`;
    await until(
      () => popup.evaluate((wanted) => document.querySelector(wanted) !== null, selector),
      `${selector} in the popup`,
      15_000,
    );
    await popup.click(selector);
  }
}

/** @returns the function as stored on the server, without its times; null if there is none */
async function functionOn({
  admin,
}: RealServer): Promise<{ content: string; is_active: boolean; is_global: boolean } | null> {
  const { status, body } = await admin.call({
    method: 'GET',
    path: `/api/v1/functions/id/${COMPANION_ID}`,
  });
  if (status !== 200) return null;
  const { content, is_active, is_global } = body as {
    content: string;
    is_active: boolean;
    is_global: boolean;
  };
  return { content, is_active, is_global };
}

const CURRENT = { content: COMPANION_SOURCE, is_active: true, is_global: true };
const OLD = COMPANION_SOURCE.replace(/^version: .*$/m, 'version: 0.0.1');

/** Replaces the installed companion by an old one. */
async function age({ admin }: RealServer): Promise<void> {
  const path = `/api/v1/functions/id/${COMPANION_ID}/update`;
  const body = {
    id: COMPANION_ID,
    name: 'Stream Fixer companion',
    content: OLD,
    meta: { description: 'Old' },
  };
  expect(await admin.call({ method: 'POST', path, body })).toMatchObject({
    status: 200,
    body: { content: OLD },
  });
}

test.each(WITH_FILTERS)(
  'on %s an administrator installs, updates and removes the companion in the popup',
  async (version) => {
    const server = await openWebUi(version);
    await absent(server);
    const tab = await tabOf(server);
    await tab.chat.begin({ models: [RECORDED] });

    const popup = await openCard(tab, `Open WebUI ${version}`);
    await takeStep(popup, 'install');
    await expect.poll(() => functionOn(server), { timeout: 20_000 }).toEqual(CURRENT);
    await popup.close();

    await age(server);
    const again = await openCard(tab, `Open WebUI ${version}`);
    await takeStep(again, 'update');
    await expect.poll(() => functionOn(server), { timeout: 20_000 }).toEqual(CURRENT);

    await takeStep(again, 'remove');
    await expect.poll(() => functionOn(server), { timeout: 20_000 }).toBeNull();
    expect(tab.faults()).toEqual([]);
  },
);

test.each(WITH_FILTERS)(
  'on %s people who are not administrators get the source and instructions for one',
  async (version) => {
    const server = await openWebUi(version);
    await absent(server);
    const tab = await tabOf(server, { account: server.user });
    await tab.page.goto(server.origin);
    await tab.page.waitForSelector('#chat-input');

    const popup = await openCard(tab, `Open WebUI ${version}`);
    await popup.click('[data-step="install"]');
    await until(
      () => popup.evaluate(() => document.querySelector('[data-step="download"]') !== null),
      'the offer to download',
    );

    expect(await popup.text('body')).toContain('Admin Panel');
    const file = await popup.evaluate(
      () => document.querySelector<HTMLAnchorElement>('[data-step="download"]')?.href ?? '',
    );
    expect(decodeURIComponent(file)).toContain(COMPANION_SOURCE);
    expect(
      await popup.evaluate(() => document.querySelector('[data-step="confirm"]') === null),
    ).toBe(true);
    expect(await createCompanion(server.user.call).install()).toMatchObject({ ok: false });
    expect(await functionOn(server)).toBeNull();
  },
);

/** Calls that change nothing fail too. */
function failingAt(call: OpenWebUiCall, nth: number): OpenWebUiCall {
  let calls = 0;
  return async (request) => {
    calls += 1;
    return calls === nth ? { status: 500, body: { detail: 'Out of order' } } : call(request);
  };
}

test.each(WITH_FILTERS)(
  'on %s what a failed call left is completed by the next installation',
  async (version) => {
    const server = await openWebUi(version);
    for (const old of [false, true]) {
      let nth = 0;
      for (let over = false; !over;) {
        nth += 1;
        await absent(server);
        if (old) {
          await installed(server);
          await age(server);
        }

        const outcome = await createCompanion(failingAt(server.admin.call, nth)).install();

        // The last read is not part of the installation.
        over = outcome.ok;
        await installed(server);
        expect(
          await functionOn(server),
          `call ${nth} of an installation over ${old ? 'an old one' : 'nothing'}`,
        ).toEqual(CURRENT);
      }
      expect(nth).toBeGreaterThan(4);
    }
  },
);

/** A chat of one question, as it was stored earlier. */
const POISONED = 'Let me check. \n`💻 date`\n\n\nIt is noon.';

/** Asks Hermes in a stored chat. @returns what its model was sent */
async function askInChat(
  { chat, server }: Tab,
  reply: string,
): Promise<{ markers: number; text: string }> {
  await chat.open(await storeChat(server.admin, HERMES, 'What time was it?', reply));
  await chat.ask('What time is it?');
  const messages = (await modelRequests()).findLast((request) => request.stream)?.messages ?? [];
  return { markers: markersIn(messages), text: JSON.stringify(messages) };
}

test('without the companion the model gets the markers of a stored chat, unless the page sends or stores it with every turn', async () => {
  const server = await openWebUi(MAIN);
  await absent(server);

  const sent = await askInChat(await tabOf(server), POISONED);

  // Up to 0.8 it does, and what a page sends is cleaned.
  expect(sent).toMatchObject({
    markers: isSince(MAIN, '0.9') ? 1 : 0,
    text: expect.stringContaining('It is noon.') as string,
  });
});

test('with the companion the model gets none of them, and every word', async () => {
  const server = await openWebUi(MAIN);
  await installed(server);

  const sent = await askInChat(await tabOf(server), POISONED);

  expect(sent).toMatchObject({
    markers: 0,
    text: expect.stringContaining('It is noon.') as string,
  });
});

/** A model other than Hermes may write such a line. */
const DOUBTFUL = 'Let me check. \n`⏰ noon by the tower`\n\n\nIt is noon.';

test('the companion judges by what the extension knows of a model', async () => {
  const server = await openWebUi(MAIN);
  await installed(server);
  const text = expect.stringContaining('It is noon.') as string;
  const before = await askInChat(await tabOf(server, { on: false }), DOUBTFUL);
  expect(before).toMatchObject({ markers: 1, text });
  const tab = await tabOf(server);
  await tab.chat.begin({ models: [HERMES] });
  await tab.chat.ask('What time is it?');

  expect(await askInChat(tab, DOUBTFUL)).toMatchObject({ markers: 0, text });
});

test('real Hermes: badges run and finish beside the reply, and neither the chat nor the next request contains a trace', async () => {
  const server = await openWebUi(MAIN);
  await installed(server);
  const tab = await tabOf(server);

  await tab.chat.begin({ models: [HERMES] });
  await tab.chat.send('What time is it?');
  await expect
    .poll(tab.badges, { timeout: 60_000 })
    .toMatchObject([{ running: 1, lines: [expect.stringContaining('date')] }]);
  await tab.chat.untilDone(1);
  const [first] = await tab.chat.replies();
  await expect.poll(tab.badges, POLL).toMatchObject([{ reply: first!.id, running: 0 }]);
  await tab.chat.ask('Check two things at once');

  const replies = await tab.chat.replies();
  await expect.poll(tab.badges, POLL).toMatchObject([
    { reply: first!.id, running: 0 },
    { reply: replies[1]!.id, running: 0, folds: [expect.stringMatching(/2 (?:commands|tools)/)] },
  ]);
  expect(replies.map(({ text }) => words(text))).toEqual([
    'Let me look at the clock. The clock of this machine answered.',
    'Both are fine: the system is up, and the disk has room.',
  ]);
  const stored = JSON.stringify(await readStoredChat(server.admin, tab.chat.chatId()));
  for (const trace of [
    'hermes.tool',
    'toolCallId',
    'sleep',
    'uname',
    ' command',
    'statusHistory":[{',
  ])
    expect(stored).not.toContain(trace);
  const sent = (await modelRequests()).findLast((request) => request.stream)?.messages ?? [];
  expect(markersIn(sent)).toBe(0);
  expect(JSON.stringify(sent)).toContain('The clock of this machine answered.');
  expect(tab.faults()).toEqual([]);
});

test('Hermes 0.8 behind the companion: there is a badge all the same, and no marker is stored', async () => {
  const server = await openWebUi(MAIN);
  await installed(server);
  const tab = await tabOf(server);

  await tab.chat.begin({ models: [RECORDED] });
  await tab.chat.ask('What year is it?');

  const [reply] = await tab.chat.replies();
  expect(await tab.markersSeen()).toEqual([]);
  await expect.poll(tab.badges, POLL).toMatchObject([{ reply: reply!.id, running: 0 }]);
  const stored = await readStoredChat(server.admin, tab.chat.chatId());
  const answer = stored.find(({ role }) => role === 'assistant');
  const content = answer ? storedText(answer) : '';
  expect(countMarkers(content)).toBe(0);
  expect(words(content)).toBe(words(RECORDED_TEXTS[0]));
  expect(JSON.stringify(stored)).not.toContain('💻');
});
