/** The demonstration with recorded streams: the same chats without and with Stream Fixer. */
import type { BrowserKind } from '../browsers/find.ts';
import { GUIDE } from './guide.ts';
import { startAgentServer, type AgentServer } from './servers/agent-server.ts';
import { QUESTIONS } from './servers/models.ts';
import { watchTools } from './conversation.ts';
import type { Report } from './report.ts';
import { openStage, type Stage } from './stage.ts';

const { year: YEAR, three: THREE, reminders: REMINDERS } = QUESTIONS;

/** A little faster than real, and slow enough for a picture of a running tool. */
const PACE = 0.8;

/** What the recordings contain: tools of the first and of the second reply; in 0.8 each is a marker too. */
const TOOLS = { first: 1, second: 3, both: 4 } as const;

/** Runs the demonstration. @returns whether all checks with Stream Fixer passed */
export async function demonstrateRecordings(kind: BrowserKind, report: Report): Promise<boolean> {
  const tools = watchTools();
  const server = await startAgentServer({ pace: PACE, onWrite: tools.onWrite });
  try {
    const light = await openStage({ kind, server, tools, report, colorScheme: 'light' });
    try {
      await light.toggleReceived();
      await showWithout(light, report);
      await light.enable();
      await showWith(light, server, report);
    } finally {
      await light.close();
    }
    const dark = await openStage({ kind, server, tools, report, colorScheme: 'dark' });
    try {
      await showDark(dark, report);
    } finally {
      await dark.close();
    }
  } finally {
    await server.close();
  }
  await showGuided(kind, report);
  return report.verdict();
}

/** The same chat led by the panel that a person sees. */
async function showGuided(kind: BrowserKind, report: Report): Promise<void> {
  const tools = watchTools();
  const server = await startAgentServer({ pace: PACE, onWrite: tools.onWrite, guide: GUIDE });
  try {
    const stage = await openStage({ kind, server, tools, report, colorScheme: 'light' });
    try {
      await showPanel(kind, stage, report);
    } finally {
      await stage.close();
    }
  } finally {
    await server.close();
  }
}

async function showPanel(kind: BrowserKind, stage: Stage, report: Report): Promise<void> {
  const { chat, badges, picture, enable, isPinned } = stage;
  report.section('The panel: with Stream Fixer and without, by one switch');
  const pinned = await isPinned();
  // Our Firefox profile does not pin it to the toolbar.
  if (kind === 'chromium') report.check('icon in the toolbar', pinned ? 'yes' : 'no', pinned);
  await enable();
  await chat.step(1);
  const cleaned = await chat.facts();
  const { folds } = await badges();
  report.check('with: markers in the reply', cleaned.onPage, cleaned.onPage === 0);
  report.check('with: badges', folds.length, folds.length === 1);
  await picture('14-panel-with');
  await chat.flip();
  await chat.step(1);
  const raw = await chat.facts();
  report.check('without: markers in the reply', raw.onPage, raw.onPage === TOOLS.first);
  report.check('without: badges', (await badges()).folds.length, (await badges()).folds.length === 0);
  await picture('15-panel-without');
  await chat.flip();
  for (let number = 2; number <= GUIDE.length; number += 1) await chat.step(number);
  const { ticked, suggested } = await chat.left();
  report.check('steps ticked', ticked, ticked === GUIDE.length);
  report.check('questions still suggested', suggested.length, suggested.join() === [THREE, REMINDERS].join());
  await picture('16-panel-done');
}

async function showWithout({ chat, picture }: Stage, report: Report): Promise<void> {
  report.heading('Without Stream Fixer');

  report.section('Hermes 0.19: the page shows nothing of the tools');
  await chat.begin('hermes-0.19');
  await chat.ask(YEAR, { during: () => picture('1-without-0.19-tool-runs') });
  await chat.ask(THREE);

  report.section('Hermes 0.8: markers among the text');
  await chat.begin('hermes-0.8');
  await chat.ask(YEAR);
  await chat.ask(THREE);
  const facts = await chat.facts();
  report.fact('markers among the replies', facts.onPage);
  report.fact('markers in what the page keeps', facts.stored);
  report.fact('markers in the second request', facts.sent);
  await picture('2-without-0.8');
}

async function showWith(stage: Stage, server: AgentServer, report: Report): Promise<void> {
  report.heading('With Stream Fixer, switched on through its popup and the browser’s prompt');
  await showOldChat(stage, report);
  await showNewChats(stage, report);
  await showTrouble(stage, report);
  await showCounts(stage, server, report);
}

async function showOldChat({ chat, picture }: Stage, report: Report): Promise<void> {
  report.section('The old chat goes on: its replies keep their markers, what is sent is clean');
  await chat.ask(YEAR);
  const old = await chat.facts();
  report.fact('markers in the old replies', TOOLS.both);
  report.check('markers in the new reply', old.stored - TOOLS.both, old.stored === TOOLS.both);
  report.check(`markers in the request of ${old.messages} messages`, old.sent, old.sent === 0 && old.messages === 5);
  await picture('3-with-old-chat');
}

async function showNewChats(stage: Stage, report: Report): Promise<void> {
  const { chat, picture } = stage;

  report.section('Hermes 0.8, a new chat');
  await chat.begin('hermes-0.8');
  await chat.ask(YEAR);
  await chat.ask(THREE, { duringTool: 2, during: () => checkRunning(stage, report, '4-with-0.8-tool-runs') });
  await checkClean(stage, report);
  await checkBadges(stage, report);
  await picture('5-with-0.8');

  report.section('Hermes 0.19, a new chat');
  await chat.begin('hermes-0.19');
  await chat.ask(YEAR);
  await chat.ask(THREE, { duringTool: 2, during: () => checkRunning(stage, report, '6-with-0.19-tool-runs') });
  await checkClean(stage, report);
  await checkBadges(stage, report);
  await picture('7-with-0.19');
}

async function showTrouble(stage: Stage, report: Report): Promise<void> {
  const { chat, badges, picture } = stage;

  report.section('The connection breaks while a tool runs');
  await chat.begin('hermes-0.19-cut');
  await chat.ask(YEAR, { during: () => checkRunning(stage, report, '8-with-tool-runs-before-cut') });
  await checkBadges(stage, report);
  await picture('9-with-cut');

  report.section('A model that writes a marker itself');
  await chat.begin('imitating');
  await chat.ask(REMINDERS);
  const faked = await chat.facts();
  report.check('markers in the reply', faked.onPage, faked.onPage === 0 && faked.stored === 0);
  const { notes } = await badges();
  report.check('notes that no tool ran', notes, notes === 1);
  await picture('10-with-faked-call');
}

async function showCounts({ counts }: Stage, server: AgentServer, report: Report): Promise<void> {
  report.section('The popup');
  const counted = await counts('11-popup');
  // Old chat 1, then two chats of 4, then the interrupted one.
  const ran = TOOLS.first + 2 * TOOLS.both + TOOLS.first;
  report.fact('chat requests the agent received', server.requests.length);
  report.check('markers removed', counted.markers, counted.markers > 0);
  report.check(`tools shown (${ran} ran)`, counted.tools, counted.tools === ran);
  report.check('faked calls', counted.imitated, counted.imitated === 1);
}

async function checkRunning({ badges, picture }: Stage, report: Report, name: string): Promise<void> {
  const { running, lines } = await badges();
  await picture(name);
  report.check('badges running', `${running}, "${lines.at(-1) ?? ''}"`, running === 1);
}

async function checkClean({ chat }: Stage, report: Report): Promise<void> {
  const facts = await chat.facts();
  report.check('markers among the replies', facts.onPage, facts.onPage === 0);
  report.check('markers in what the page keeps', facts.stored, facts.stored === 0);
  report.check('markers in the second request', facts.sent, facts.sent === 0 && facts.messages === 3);
}

async function checkBadges({ badges }: Stage, report: Report): Promise<void> {
  const { running, folds, lines } = await badges();
  report.check('badges still running at the end', running, running === 0);
  const last = folds.at(-1) ?? lines.at(-1);
  report.check('badge of the last reply', last ? `"${last}"` : 'none', last !== undefined);
}

async function showDark({ chat, badges, picture, enable }: Stage, report: Report): Promise<void> {
  report.section('In a dark browser');
  await enable();
  await chat.begin('hermes-0.19');
  await chat.ask(YEAR);
  await chat.ask(THREE, { duringTool: 2, during: () => picture('12-dark-tool-runs') });
  const { running } = await badges();
  report.check('badges still running at the end', running, running === 0);
  await picture('13-dark');
}
