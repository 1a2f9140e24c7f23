/**
 * `npm run test:real`: real Open WebUI, Hermes Agent, SillyTavern and llama.cpp in real browsers.
 * They are installed once, into `.cache`. `--version 0.11.0` uses that release instead of the usual
 * ones, `--all` one of each generation, one after another; `--pages` runs the chat pages of `pages`
 * instead. Further arguments go to vitest, such as part of a file name. The last line is `N passed,
 * N failed`.
 */
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { build } from '../../src/tools/cli/build.ts';
import { HERMES_VERSIONS, installHermes } from '../../src/tools/demo/servers/hermes.ts';
import { installOpenWebUi } from '../../src/tools/demo/servers/open-webui.ts';
import { check, testProject } from '../support/steps.ts';
import { sum, toLines, type Tally } from '../support/tally.ts';
import { installPythonClient } from './gateway/python-client.ts';
import { readOptions, usePython } from './options.ts';
import { installPage, PAGES } from './pages/all-pages.ts';
import { installLlamaCpp } from './llama-cpp/llama-cpp-server.ts';
import { installSillyTavern } from './silly-tavern-server.ts';
import { ALL_VERSIONS, HEALED_VERSIONS } from './versions.ts';

/** Tests that depend on the release; the others run with the first one only. */
const OPEN_WEBUI_TESTS = [
  'approvals',
  'buttons',
  'chats',
  'companion',
  'conversation',
  'direct',
  'healing',
  'status-lines',
  'stored-chats',
].map((name) => `test/real/${name}.test.ts`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stderr.write(
      '--version takes a release of Open WebUI, such as 0.12.4; --all takes none.\n',
    );
    process.exitCode = 2;
    return;
  }
  const versions = options.all
    ? ALL_VERSIONS
    : options.versions.length > 0
      ? options.versions
      : HEALED_VERSIONS;
  const tallies: Tally[] = [];
  async function must(name: string, work: () => unknown): Promise<void> {
    tallies.push(await check(name, work));
  }

  await must('Chromium', () => ensureBrowser('chromium'));
  await must('Firefox', () => ensureBrowser('firefox'));
  await must('Build for Chromium', () => build('chromium'));
  await must('Build for Firefox', () => build('firefox'));
  if (options.pages) for (const page of PAGES) await must(page.name, () => installPage(page));
  else {
    for (const version of HERMES_VERSIONS)
      await must(`Hermes Agent ${version}`, () => installHermes(version));
    for (const version of versions)
      await must(`Open WebUI ${version}`, () => usePython(installOpenWebUi(version)));
    await must('SillyTavern', installSillyTavern);
    await must('llama.cpp', installLlamaCpp);
    await must('openai for Python', installPythonClient);
  }

  // Without one of them every test would fail, with a less clear reason.
  const isReady = sum(tallies).failed === 0;
  if (isReady && !options.pages) {
    const runs = options.all
      ? versions.map((version) => [version])
      : options.versions.length > 0
        ? [versions]
        : [null];
    for (const [i, asked] of runs.entries()) {
      if (asked) process.env.STREAM_FIXER_OPEN_WEBUI = asked.join(',');
      if (options.all) process.stdout.write(`\nOpen WebUI ${versions[i]}\n`);
      // The others do not depend on the release.
      const filter = i > 0 && options.rest.length === 0 ? OPEN_WEBUI_TESTS : options.rest;
      tallies.push(...(await besideEachOther(i === 0 ? LANES : LANES.slice(0, 2), filter)));
    }
    tallies.push(await testProject('real-machine', options.rest));
  }
  if (isReady && options.pages) tallies.push(await testProject('real-pages', options.rest));
  const total = sum(tallies);
  process.stdout.write(`\n${toLines(total)}\n`);
  if (total.failed > 0) process.exitCode = 1;
}

/**
 * Each waits for models and pages half of the time, so they run beside each other, and take as long
 * as the longest. The last two need no server of Open WebUI.
 */
const LANES = [['real'], ['real-agents'], ['real-programs', 'real-alone']] as const;

async function besideEachOther(
  lanes: readonly (readonly string[])[],
  filter: readonly string[],
): Promise<Tally[]> {
  const tallies = await Promise.all(
    lanes.map(async (projects) => {
      const inTurn: Tally[] = [];
      for (const project of projects)
        inTurn.push(
          await testProject(project, filter, { beside: { yields: project === 'real-programs' } }),
        );
      return inTurn;
    }),
  );
  return tallies.flat();
}

await main();
