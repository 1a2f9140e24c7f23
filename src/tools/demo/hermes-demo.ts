/** The demonstration with the real Hermes Agent: badges of real tools, and interrupted streams. */
import { sleep } from '../browsers/until.ts';
import type { BrowserKind } from '../browsers/find.ts';
import type { Hermes } from './servers/hermes.ts';
import type { Report } from './report.ts';
import { SCRIPTED_QUESTIONS } from './servers/scripted-model.ts';
import { demonstrate, type Stage } from './stage.ts';

const [TIME = '', TWO = '', LONG = ''] = SCRIPTED_QUESTIONS;
const MODEL = 'hermes-agent';

/** Runs the demonstration. @returns whether all checks passed */
export function demonstrateHermes(kind: BrowserKind, { upstream, version }: Hermes, report: Report): Promise<boolean> {
  return demonstrate(kind, { upstream, suggestions: SCRIPTED_QUESTIONS }, report, async (stage) => {
    await stage.enable();
    report.heading(`Hermes Agent ${version}, with Stream Fixer`);
    await showTools(stage, report);

    report.section('The person presses stop while a tool runs');
    await showCut(stage, 'stopped', () => stage.chat.stop());

    report.section('The connection breaks while a tool runs');
    await showCut(stage, 'cut', async () => {
      await sleep(1_000);
      stage.server.cut();
    });
  });
}

async function showTools(stage: Stage, report: Report): Promise<void> {
  const { chat, picture, counts, checkRunning } = stage;
  report.section('Two questions, three tools');
  await chat.begin(MODEL);
  await chat.ask(TIME, { during: () => checkRunning('hermes-1-tool-runs') });
  await chat.ask(TWO, { duringTool: 2, during: () => checkRunning('hermes-2-second-tool-runs') });
  await stage.checkClean();
  await stage.checkOver();
  await picture('hermes-3-finished');
  const { tools } = await counts('hermes-4-popup');
  report.check('tools the popup counts (3 ran)', tools, tools === 3);
}

async function showCut(
  { chat, picture, checkRunning, checkOver }: Stage,
  name: string,
  cut: () => Promise<void>,
): Promise<void> {
  await chat.begin(MODEL);
  await chat.ask(LONG, {
    async during() {
      await checkRunning(`hermes-5-before-${name}`);
      await cut();
    },
  });
  await checkOver();
  await picture(`hermes-6-${name}`);
}
