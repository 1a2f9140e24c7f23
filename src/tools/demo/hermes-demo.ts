/** The demonstration with the real Hermes Agent: badges of real tools, and interrupted streams. */
import { sleep } from '../browsers/until.ts';
import type { BrowserKind } from '../browsers/find.ts';
import { startAgentServer, type AgentServer } from './servers/agent-server.ts';
import { watchTools } from './conversation.ts';
import type { Hermes } from './servers/hermes.ts';
import type { Report } from './report.ts';
import { SCRIPTED_QUESTIONS } from './servers/scripted-model.ts';
import { openStage, type Stage } from './stage.ts';

const [TIME = '', TWO = '', LONG = ''] = SCRIPTED_QUESTIONS;
const MODEL = 'hermes-agent';

/** Runs the demonstration. @returns whether all checks passed */
export async function demonstrateHermes(kind: BrowserKind, hermes: Hermes, report: Report): Promise<boolean> {
  const tools = watchTools();
  const { upstream, version } = hermes;
  const server = await startAgentServer({ upstream, suggestions: SCRIPTED_QUESTIONS, onWrite: tools.onWrite });
  try {
    const stage = await openStage({ kind, server, tools, report, colorScheme: 'light' });
    try {
      await stage.enable();
      report.heading(`Hermes Agent ${version}, with Stream Fixer`);
      await showTools(stage, report);
      await showCuts(stage, server, report);
    } finally {
      await stage.close();
    }
  } finally {
    await server.close();
  }
  return report.verdict();
}

async function showTools({ chat, badges, picture, counts }: Stage, report: Report): Promise<void> {
  report.section('Two questions, three tools');
  await chat.begin(MODEL);
  await chat.ask(TIME, {
    async during() {
      const { running, lines } = await badges();
      await picture('hermes-1-tool-runs');
      report.check('badges running', `${running}, "${lines.at(-1) ?? ''}"`, running === 1);
    },
  });
  await chat.ask(TWO, {
    duringTool: 2,
    async during() {
      const { running, lines } = await badges();
      await picture('hermes-2-second-tool-runs');
      report.check(
        'badges of the batch',
        lines
          .slice(-2)
          .map((line) => `"${line}"`)
          .join(', '),
        running === 1,
      );
    },
  });
  const { onPage, stored, sent, messages } = await chat.facts();
  report.check('markers on the page, kept, sent', `${onPage}, ${stored}, ${sent}`, onPage + stored + sent === 0);
  report.check('messages in the second request', messages, messages === 3);
  await checkNoneRuns({ badges }, report);
  await picture('hermes-3-finished');
  const counted = await counts('hermes-4-popup');
  report.check('tools the popup counts (3 ran)', counted.tools, counted.tools === 3);
}

async function showCuts({ chat, badges, picture }: Stage, server: AgentServer, report: Report): Promise<void> {
  report.section('The person presses stop while a tool runs');
  await chat.begin(MODEL);
  await chat.ask(LONG, {
    async during() {
      await checkOneRuns({ badges }, report);
      await chat.stop();
    },
  });
  await checkNoneRuns({ badges }, report);
  await picture('hermes-5-stopped');

  report.section('The connection breaks while a tool runs');
  await chat.begin(MODEL);
  await chat.ask(LONG, {
    async during() {
      await checkOneRuns({ badges }, report);
      await picture('hermes-6-before-cut');
      await sleep(1_000);
      server.cut();
    },
  });
  await checkNoneRuns({ badges }, report);
  await picture('hermes-7-cut');
}

async function checkOneRuns({ badges }: Pick<Stage, 'badges'>, report: Report): Promise<void> {
  const { running, lines } = await badges();
  report.check('badges running before', `${running}, "${lines.at(-1) ?? ''}"`, running === 1);
}

async function checkNoneRuns({ badges }: Pick<Stage, 'badges'>, report: Report): Promise<void> {
  const { running, lines, folds } = await badges();
  const last = folds.at(-1) ?? lines.at(-1);
  report.check(
    'badges still running at the end',
    `${running}, ${last ? `"${last}"` : 'no badge at all'}`,
    running === 0 && last !== undefined,
  );
}
