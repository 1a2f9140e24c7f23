/** The demonstration with the real Hermes Agent: badges of real tools. */
import type { BrowserKind } from '../browsers/find.ts';
import type { Hermes } from './servers/hermes.ts';
import type { Report } from './report.ts';
import { SCRIPTED_QUESTIONS } from './servers/scripted-model.ts';
import { demonstrate } from './stage.ts';

const [TIME = '', TWO = ''] = SCRIPTED_QUESTIONS;

/** Runs the demonstration. @returns whether all checks passed */
export function demonstrateHermes(kind: BrowserKind, { upstream, version }: Hermes, report: Report): Promise<boolean> {
  return demonstrate(kind, { upstream, suggestions: SCRIPTED_QUESTIONS }, report, async (stage) => {
    const { chat, checkRunning } = stage;
    await stage.enable();
    report.heading(`Hermes Agent ${version}, with Stream Fixer`);
    report.section('Two questions, three tools');
    await chat.begin('hermes-agent');
    await chat.ask(TIME, { during: () => checkRunning('hermes-1-tool-runs') });
    await chat.ask(TWO, { duringTool: 2, during: () => checkRunning('hermes-2-second-tool-runs') });
    await stage.checkClean();
    await stage.checkOver();
    await stage.picture('hermes-3-finished');
    const { tools } = await stage.counts('hermes-4-popup');
    report.check('tools the popup counts (3 ran)', tools, tools === 3);
  });
}
