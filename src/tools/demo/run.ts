/** `npm run demo`: see options.ts for its arguments. */
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Driver } from '../browsers/driver.ts';
import { enableSite } from '../browsers/enable-site.ts';
import { findBrowser, type BrowserKind } from '../browsers/find.ts';
import { ensureBrowser } from '../browsers/install.ts';
import { startAgentServer } from './servers/agent-server.ts';
import { HERMES_VERSION, installHermes, startHermes } from './servers/hermes.ts';
import { signIn } from './sign-in.ts';
import {
  installOpenWebUi,
  OPEN_WEBUI_VERSION,
  startOpenWebUi,
  type OpenWebUi,
} from './servers/open-webui.ts';
import { createAdmin } from './servers/open-webui-api.ts';
import { GUIDE } from './guide.ts';
import { HELP, readOptions, type DemoOptions } from './options.ts';
import { demonstrateRecordings } from './recorded-demo.ts';
import { createReport } from './report.ts';
import { SCRIPTED_QUESTIONS } from './servers/scripted-model.ts';
import { firstTab, openBrowser, openChat, pictureFolder } from './stage.ts';

/** Signals by which the person or the system ends a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** @returns the exit code */
async function demonstrate({ browser, headless, openWebUi }: DemoOptions): Promise<number> {
  const kind =
    browser ??
    (findBrowser('chromium') ? 'chromium' : findBrowser('firefox') ? 'firefox' : 'chromium');
  ensureBrowser(kind);
  if (headless) {
    say(`Stream Fixer in ${kind === 'firefox' ? 'Firefox' : 'Chromium'}, without a window`);
    return (await demonstrateRecordings(kind, createReport(say))) ? 0 : 1;
  }
  return openWebUi ? showOpenWebUiToPerson(kind) : showToPerson(kind);
}

/** Opens the browser with the chat, switched on, and leaves both to the person. */
async function showToPerson(kind: BrowserKind): Promise<number> {
  const server = await startAgentServer({ guide: GUIDE });
  try {
    say('Opening the browser with Stream Fixer…');
    const driver = await openBrowser(kind, { headless: false, leftWith: server.origin });
    const page = await openChat(driver, server);
    say(
      'Switching it on for the chat, in its popup. Usually the browser asks for permission; here it was granted beforehand.',
    );
    await enableSite(driver, page);
    return await leaveToPerson(
      driver,
      `The chat is at ${server.origin} and in the open window. ${TRY_RECORDINGS}`,
    );
  } finally {
    await server.close();
  }
}

/**
 * The same with the real Open WebUI and the real Hermes Agent behind it, signed in as its
 * administrator.
 */
async function showOpenWebUiToPerson(kind: BrowserKind): Promise<number> {
  say(
    `Getting Hermes Agent ${HERMES_VERSION} ready (the first time it is installed, about a minute)…`,
  );
  const hermes = await startHermes({
    programs: installHermes(),
    logFile: join(pictureFolder(kind), 'hermes.log'),
  });
  let server: OpenWebUi | null = null;
  try {
    say(`Getting Open WebUI ${OPEN_WEBUI_VERSION} ready (the first time it is installed, 1 GB)…`);
    server = await startOpenWebUi({
      programs: installOpenWebUi(OPEN_WEBUI_VERSION),
      logFile: join(pictureFolder(kind), 'open-webui.log'),
      agents: [hermes.upstream],
    });
    const admin = await createAdmin(server.origin);
    say('Opening the browser with Stream Fixer, and switching it on for Open WebUI…');
    const driver = await openBrowser(kind, { headless: false, leftWith: server.origin });
    const page = await firstTab(driver);
    await signIn(page, server.origin, admin);
    await enableSite(driver, page);
    await page.goto(`${server.origin}/?models=hermes-agent`);
    return await leaveToPerson(
      driver,
      `Open WebUI is at ${server.origin} and in the open window, signed in as its administrator. ${TRY_OPEN_WEBUI}`,
    );
  } finally {
    await server?.close();
    await hermes.close();
  }
}

/** Prints what is running, and waits until the browser is closed. @returns the exit code */
async function leaveToPerson(driver: Driver, words: string): Promise<number> {
  say(`\n${words}`);
  say('Close the browser or press Ctrl-C here to end.');
  process.off('SIGINT', endBySignal);
  process.once('SIGINT', () => process.exit(0));
  await driver.leave();
  return 0;
}

const TRY_OPEN_WEBUI = `Try this:
  1. Ask "${SCRIPTED_QUESTIONS[0]}". Hermes really runs a command, but the server does not pass that on: no badge.
  2. Open Stream Fixer's popup (behind the puzzle piece of the toolbar). It knows this Open WebUI, and offers the
     companion: read its source, install it.
  3. Ask again, or "${SCRIPTED_QUESTIONS[1]}": each tool shows as a line above the reply.
  4. Look at the companion under Admin Panel, Functions. The popup removes it again.`;

const TRY_RECORDINGS =
  'The panel on its left guides you through it: one switch turns Stream Fixer on and off.';

/** Child processes end with this process, through its 'exit' listeners. */
function endBySignal(signal: (typeof SIGNALS)[number]): void {
  process.exit(128 + constants.signals[signal]);
}

async function main(): Promise<void> {
  for (const signal of SIGNALS) process.once(signal, endBySignal);
  // Nobody reads on, as with `| head`: exit cleanly instead of with a stack trace.
  process.stdout.on('error', () => process.exit(1));
  try {
    const options = readOptions(process.argv.slice(2), process.env, process.platform);
    if (!options) return say(HELP.trimEnd());
    process.exitCode = await demonstrate(options);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

await main();
