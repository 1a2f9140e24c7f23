import { healChat, type HealTools } from './heal-chat.ts';
import { settle } from './settle.ts';
import { RUN_KEY, UNDO_KEY, type Row, type Run, type RunStep } from './backups/store.ts';
import { healingTexts } from './texts.ts';
import type { HealOptions, HealOutcome, LeftRun } from './types.ts';

/** Failures in a row after which the remaining chats are left alone. */
const MAX_IN_A_ROW = 3;

/** Heals chats one after another. Every step is stored at once, so that a run can be resumed after a crash. */
export async function healChats(tools: HealTools, chatIds: readonly string[], options: HealOptions): Promise<void> {
  const done = await tools.store.exclusive(tools.origin, () => run(tools, chatIds, options));
  if (done !== null) return;
  for (const chatId of chatIds)
    options.onOutcome({ chatId, title: '', kind: 'not-started', why: healingTexts.trouble.busy });
}

/**
 * @returns the remains of an earlier run, after resolving what was in doubt; null for nothing, or while it is still running
 */
export function resumeRun(tools: HealTools): Promise<LeftRun | null> {
  return tools.store.exclusive(tools.origin, async () => {
    const settled = await settle(tools);
    const { store, origin } = tools;
    const earlier = await store.read(origin, 'runs', RUN_KEY);
    if (!earlier) return null;
    const steps = await store.list(origin, 'steps');
    const begun = new Set(steps.map(({ chatId }) => chatId));
    const left = earlier.chats.filter(({ chatId }) => !begun.has(chatId));
    if (left.length === 0) await forgetRun(tools);
    if (left.length === 0 && settled === 0) return null;
    return { total: earlier.chats.length, outcomes: steps.map(toOutcome), left };
  });
}

/** Deletes the record of an earlier run. Backups stay. */
export async function forgetRun({ store, origin }: HealTools): Promise<void> {
  await store.write(origin, [
    ...(await noSteps({ store, origin })),
    { table: 'runs', key: RUN_KEY, value: null },
    { table: 'runs', key: UNDO_KEY, value: null },
  ]);
}

async function run(tools: HealTools, chatIds: readonly string[], { signal, onOutcome }: HealOptions): Promise<true> {
  await settle(tools);
  await begin(tools, chatIds);
  let stop: string | null = null;
  let inARow = 0;
  let complete = true;
  for (const chatId of chatIds) {
    if (signal.aborted || stop !== null) {
      complete = false;
      onOutcome({ chatId, title: (await tools.known.recall(chatId))?.title ?? '', kind: 'not-started', why: stop });
      continue;
    }
    const result = await healChat(tools, chatId);
    inARow = result.outcome.kind === 'failed' ? inARow + 1 : 0;
    stop = result.stop ?? (result.outcome.kind === 'failed' && inARow >= MAX_IN_A_ROW ? result.outcome.why : null);
    if (result.outcome.kind === 'failed' && result.outcome.state === 'unknown') complete = false;
    onOutcome(result.outcome);
  }
  if (complete) await forgetRun(tools);
  return true;
}

/** Resumes the earlier run if these are chats of it; otherwise deletes its record. */
async function begin(tools: HealTools, chatIds: readonly string[]): Promise<void> {
  const { store, origin, known } = tools;
  const earlier = await store.read(origin, 'runs', RUN_KEY);
  const listed = new Set(earlier?.chats.map(({ chatId }) => chatId));
  if (chatIds.every((chatId) => listed.has(chatId))) {
    return store.write(
      origin,
      chatIds.map((chatId) => ({ table: 'steps', key: chatId, value: null })),
    );
  }
  const chats: Run['chats'][number][] = [];
  for (const chatId of chatIds) chats.push({ chatId, title: (await known.recall(chatId))?.title ?? '' });
  return store.write(origin, [...(await noSteps(tools)), { table: 'runs', key: RUN_KEY, value: { chats } }]);
}

async function noSteps({ store, origin }: Pick<HealTools, 'store' | 'origin'>): Promise<readonly Row[]> {
  return (await store.list(origin, 'steps')).map(({ chatId }) => ({ table: 'steps', key: chatId, value: null }));
}

/** Converts a step. One that is still `writing` could not be resolved, as its chat cannot be read. */
function toOutcome(step: RunStep): HealOutcome {
  if (step.kind !== 'writing') return step;
  const { chatId, title } = step;
  return { chatId, title, kind: 'failed', state: 'unknown', why: healingTexts.trouble.inDoubt };
}
