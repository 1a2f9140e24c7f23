/**
 * What the line that sums up a reply says of turns of the real agent, and what that has recorded of
 * them itself.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { installHermes, startHermes, type Hermes } from '../../src/tools/demo/servers/hermes.ts';
import { shell, type Call, type Scripts } from '../../src/tools/demo/servers/scripted-model.ts';
import { gatewayTo } from '../gateway/behind.ts';
import { startCompanion, type ChatMessage } from './every-tool/companion-reader.ts';

const look = (...goals: readonly string[]): Call => ({
  name: 'delegate_task',
  arguments: goals.length === 1 ? { goal: goals[0] } : { tasks: goals.map((goal) => ({ goal })) },
});

/** What the model calls in each of its answers but the last. */
const TURNS: Readonly<Record<string, readonly (readonly Call[])[]>> = {
  'Say hello': [],
  'Run one': [[shell('ls')]],
  'Let it fail': [[shell('exit 3')]],
  'Run two at once': [[shell('date'), shell('uname -s')]],
  'Run three': [[shell('ls')], [shell('sleep 2')], [shell('exit 4')]],
  'Read nothing': [[{ name: 'read_file', arguments: { path: 'none.txt' } }]],
  'Ask a helper': [[look('Look around')]],
  'Ask a helper who fails': [[look('Give up')]],
  'Ask two helpers': [[look('Look around', 'Look twice')]],
  'Ask and run': [[look('Look twice')], [shell('ls')]],
};

const SCRIPTS: Scripts = {
  'Be refused': [{ text: '', calls: [], refusal: 400 }],
  ...Object.fromEntries(
    Object.entries({
      // The longer question first: the first one that fits is taken.
      ...Object.fromEntries(Object.entries(TURNS).toSorted(([a], [b]) => b.length - a.length)),
      'Look around': [[shell('ls')]],
      'Look twice': [[shell('ls')], [shell('date')]],
      'Give up': [[shell('exit 5')]],
    }).map(([question, steps]) => [
      question,
      [
        ...steps.map((calls) => ({ text: 'Let me see. ', calls })),
        { text: 'That is all.', calls: [] },
      ],
    ]),
  ),
};

interface Session {
  readonly id: string;
  readonly parent_session_id: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

let agent: Hermes | null = null;
afterAll(() => agent?.close());

/** Starts what both tests ask; the agent once. */
async function start() {
  const programs = installHermes('0.22.2');
  agent ??= await startHermes({
    programs,
    logFile: fileURLToPath(new URL('../../.demo/real/turn-receipts.log', import.meta.url)),
    scripts: SCRIPTS,
  });
  const gateway = await gatewayTo(agent.upstream.origin, '--progress', 'open-webui');
  const companion = startCompanion(programs);
  onTestFinished(async () => {
    companion.close();
    await gateway.close();
  });
  return { hermes: agent, gateway, companion };
}

const NO_TOOL = 'No tool ran in this reply.';
const FAILED = 'The agent failed. The text is its error message, not a reply.';

/** What was said before in a chat that begins with `question`. */
const behind = (question: string): readonly ChatMessage[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: 'Let me see. That is all.' },
];

/** @returns the answer of the agent to a question about its own record */
async function ofRecord<Entry>({ upstream }: Hermes, path: string): Promise<readonly Entry[]> {
  const headers = { authorization: `Bearer ${upstream.key}` };
  const answer = await fetch(`${upstream.origin}/api/sessions${path}`, { headers });
  return ((await answer.json()) as { data: readonly Entry[] }).data;
}

/**
 * What the record says of the only turn of a session: how many calls, tokens, and tokens of how
 * many sub-agents.
 */
async function recordedOf(hermes: Hermes, id: string) {
  const entries = await ofRecord<{ role: string; timestamp: number }>(hermes, `/${id}/messages`);
  const sessions = await ofRecord<Session>(hermes, '?include_children=true&limit=100');
  const used = (each: readonly Session[]) =>
    each.map(({ input_tokens, output_tokens }) => input_tokens + output_tokens);
  const [own = 0] = used(sessions.filter((session) => session.id === id));
  const ofChildren = used(sessions.filter(({ parent_session_id: parent }) => parent === id));
  return {
    calls: entries.filter(({ role }) => role === 'tool').length,
    seconds: entries.at(-1)!.timestamp - entries[0]!.timestamp,
    own,
    more: ofChildren.reduce((sum, tokens) => sum + tokens, 0),
    subAgents: ofChildren.length,
  };
}

/** What a line says of the same. */
function told(line: string) {
  const number = (pattern: RegExp): number =>
    Number((pattern.exec(line)?.[1] ?? '0').replaceAll(',', ''));
  return {
    calls: line === '' ? 0 : number(/^(?:Ran )?(\d+) (?:command|tool)s/) || 1,
    seconds: number(/ · ([\d.]+) s/),
    own: number(/ · ([\d,]+) tokens?(?:,|$)/),
    more: number(/, and ([\d,]+) of/),
    subAgents: number(/ of (\d+) sub-agents?$/),
  };
}

/** The line of the gateway, and the name of the session. */
async function askGateway(
  origin: string,
  { upstream }: Hermes,
  question: string,
  earlier: readonly ChatMessage[] = [],
) {
  const answer = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${upstream.key}` },
    body: JSON.stringify({
      ...{ model: 'hermes-agent', stream: true },
      messages: [...earlier, { role: 'user', content: question }],
    }),
  });
  const lines = [...(await answer.text()).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)];
  return {
    line: JSON.parse(`"${lines.at(-1)?.[1] ?? ''}"`) as string,
    session: answer.headers.get('x-hermes-session-id')!,
  };
}

test('the sums of ten turns are those of the record', { timeout: 900_000 }, async () => {
  const { hermes, gateway, companion } = await start();
  for (const question of Object.keys(TURNS)) {
    const { line, session } = await askGateway(gateway.origin, hermes, question);
    const { seconds, ...recorded } = await recordedOf(hermes, session);
    process.stdout.write(`${question}: ${line} | ${JSON.stringify({ seconds, ...recorded })}\n`);
    const { seconds: took, ...said } = told(line);
    expect([question, said]).toEqual([
      question,
      // A reply without tools, in a chat that had none, has no line.
      recorded.calls === 0 ? { calls: 0, own: 0, more: 0, subAgents: 0 } : recorded,
    ]);
    if (recorded.calls > 0) {
      // Under one second it says no time.
      expect(took).toBeGreaterThanOrEqual(Math.max(0, seconds - 1));
      expect(took).toBeLessThan(seconds + 60);
    }
    // The companion is asked for a turn of its own, in which as much is used.
    const { line: other } = await companion.ask(hermes.upstream, `${question}, please`);
    process.stdout.write(`  the companion: ${other}\n`);
    const { seconds: _, ...byCompanion } = told(other);
    expect([question, byCompanion]).toEqual([question, said]);
  }
});

test.each([
  ['no tool ran, behind one that had some', 'Run one, and talk', 'Say hello', NO_TOOL],
  ['it failed', 'Run one, and fail', 'Be refused', FAILED],
])('of a turn is said that %s', { timeout: 300_000 }, async (_what, first, question, words) => {
  const { hermes, gateway, companion } = await start();
  for (const each of [first, `${first}, please`]) await companion.ask(hermes.upstream, each);
  const { line } = await askGateway(gateway.origin, hermes, question, behind(first));
  const other = await companion.ask(hermes.upstream, question, behind(`${first}, please`));

  expect([line, other.line]).toEqual([words, words]);
});
