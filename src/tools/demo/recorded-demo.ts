/** The demonstration with recorded streams: the same chats without and with Stream Fixer. */
import type { BrowserKind } from '../browsers/find.ts';
import { sleep } from '../browsers/until.ts';
import { DANGER, QUESTIONS, TASKS } from './servers/models.ts';
import type { Report } from './report.ts';
import { demonstrate, type Stage } from './stage.ts';

const { year: YEAR, three: THREE, reminders: REMINDERS } = QUESTIONS;

/** A little faster than real, and slow enough for a picture of a running tool. */
const PACE = 0.8;

/** Milliseconds from the start of the tool to its question, and to a card that is drawn. */
const QUESTION_MS = 2500;

/**
 * What the recordings contain: tools of the first reply, and of both; in 0.8 each is a marker too.
 */
const TOOLS = { first: 1, both: 4 } as const;

/** Runs the demonstration. @returns whether all checks with Stream Fixer passed */
export function demonstrateRecordings(kind: BrowserKind, report: Report): Promise<boolean> {
  return demonstrate(kind, { pace: PACE }, report, async (stage) => {
    await stage.toggleReceived();
    await showWithout(stage, report);
    await stage.enable();
    report.heading('With Stream Fixer, switched on through its popup and the browser’s prompt');
    await showOldChat(stage, report);
    await showNewChats(stage, report);
    await showFakedCall(stage, report);
    await showQuestion(stage, report);
    await showSubAgents(stage, report);
    await showPicture(stage, report);
    await showCounts(stage, report);
  });
}

async function showWithout({ chat, picture }: Stage, report: Report): Promise<void> {
  report.heading('Without Stream Fixer');
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

async function showOldChat({ chat, picture }: Stage, report: Report): Promise<void> {
  report.section('The old chat goes on: its replies keep their markers, what is sent is clean');
  await chat.ask(YEAR);
  const old = await chat.facts();
  report.fact('markers in the old replies', TOOLS.both);
  report.check('markers in the new reply', old.stored - TOOLS.both, old.stored === TOOLS.both);
  report.check(
    `markers in the request of ${old.messages} messages`,
    old.sent,
    old.sent === 0 && old.messages === 5,
  );
  await picture('3-with-old-chat');
}

/** Each with its pictures: while a tool runs, and at the end. */
const NEW_CHATS = [
  ['0.8', '4-with-0.8-tool-runs', '5-with-0.8'],
  ['0.19', '6-with-0.19-tool-runs', '7-with-0.19'],
] as const;

async function showNewChats(
  { chat, picture, checkRunning, checkClean, checkOver }: Stage,
  report: Report,
): Promise<void> {
  for (const [version, runs, over] of NEW_CHATS) {
    report.section(`Hermes ${version}, a new chat`);
    await chat.begin(`hermes-${version}`);
    await chat.ask(YEAR);
    await chat.ask(THREE, { duringTool: 2, during: () => checkRunning(runs) });
    await checkClean();
    await checkOver();
    await picture(over);
  }
}

async function showFakedCall({ chat, notes, picture }: Stage, report: Report): Promise<void> {
  report.section('A model that writes a marker itself');
  await chat.begin('hermes-0.8');
  await chat.ask(REMINDERS);
  const { onPage, stored } = await chat.facts();
  report.check('markers in the reply', onPage, onPage + stored === 0);
  report.check('notes that no tool ran', await notes(), (await notes()) === 1);
  await picture('10-with-faked-call');
}

async function showQuestion(
  { chat, badges, press, picture }: Stage,
  report: Report,
): Promise<void> {
  report.section('Hermes 0.22 asks before it runs a command, and is denied');
  await chat.begin('hermes-0.22');
  await chat.ask(DANGER, {
    async during() {
      await sleep(QUESTION_MS);
      await picture('11-with-question');
      await press('deny');
    },
  });
  const [said = 'nothing'] = (await badges()).truths;
  report.check('what the badge says', `"${said}"`, said.startsWith('1 call was not allowed.'));
  await picture('12-with-denied-call');
}

/** Each with its picture, and what the line of the sub-agent says. */
const SUB_AGENTS = [
  [TASKS.subAgent, '13-with-sub-agent', 'ended by itself · 5.1 s · 30 tokens'],
  [TASKS.failing, '14-with-failed-sub-agent', 'failed: HTTP 429: rate limited · 8.2 s'],
] as const;

/** The receipt of a reply of 30 tokens, and of a sub-agent that reported some, or none. */
const RECEIPT = /^Whole reply: \d+\.\d s · 30 tokens(?:, and 30 of 1 sub-agent)?$/;

async function showSubAgents(
  { chat, badges, unfold, picture }: Stage,
  report: Report,
): Promise<void> {
  for (const [question, pictureName, outcome] of SUB_AGENTS) {
    report.section(`Hermes 0.22, asked: ${question}`);
    await chat.begin('hermes-0.22');
    await chat.ask(question);
    const { folds } = await badges();
    report.fact('the badge', `"${folds.join()}"`);
    await unfold();
    const { lines, sums } = await badges();
    report.check('the sub-agent', `"${lines.join()}"`, lines.join().includes(outcome));
    report.check('the receipt', `"${sums.join()}"`, RECEIPT.test(sums.join()));
    await picture(pictureName);
  }
}

async function showPicture({ chat, badges, picture }: Stage, report: Report): Promise<void> {
  report.section('Hermes 0.22 hands over a picture by a line with its path');
  await chat.begin('hermes-0.22');
  await chat.ask(TASKS.picture);
  const [chip = 'nothing'] = (await badges()).files;
  report.check('in place of the line', `"${chip}"`, chip.endsWith('computer: cat.png'));
  await picture('15-with-picture');
}

async function showCounts({ counts, server }: Stage, report: Report): Promise<void> {
  report.section('The popup');
  const counted = await counts('16-popup');
  // Old chat 1, then two chats of 4, the denied one, and two sub-agents.
  const ran = TOOLS.first + 2 * TOOLS.both + TOOLS.first + SUB_AGENTS.length;
  report.fact('chat requests the agent received', server.requests.length);
  report.check('markers removed', counted.markers, counted.markers > 0);
  report.check(`tools shown (${ran} called)`, counted.tools, counted.tools === ran);
  report.check('faked calls', counted.imitated, counted.imitated === 1);
}
