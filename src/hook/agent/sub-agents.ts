import type { Progress } from '../../normalizer/progress/progress-types.ts';
import { createListedSubAgents, DELEGATES } from '../../normalizer/progress/sub-agents.ts';
import { NativePromise, startTimer } from '../realm/natives.ts';
import { ageOfCall, type AgentStream, change } from './agent-stream.ts';
import { namesOfSession } from './record-reader.ts';
import { canRead, type Recording } from './recording.ts';

/** Milliseconds from one look at sub-agents to the next: they take minutes. */
const LOOK_EVERY = 2000;

/**
 * Tells of the sub-agents of a call while it runs, and no other call has any: they could not be
 * told apart.
 */
export async function followSubAgents(
  stream: AgentStream,
  call: number,
  recording: Recording,
): Promise<void> {
  const { records } = recording;
  const listed = createListedSubAgents();
  const mayLook = (): boolean =>
    recording.isOn() && canRead(stream, records) && delegatesAlone(stream.latest, call);
  for (;;) {
    await new NativePromise<void>((done) => startTimer(done, LOOK_EVERY));
    await records.turn();
    const { base, caller } = stream;
    if (!mayLook() || !caller || base === null) return;
    const parents = await namesOfSession(stream);
    const text = await records.children(base, caller);
    const age = ageOfCall(stream, call);
    const subAgents = listed.read(text ?? '', parents, age, Date.now() / 1000);
    const progress = stream.latest[call];
    if (!subAgents || !progress || !mayLook()) return;
    if (subAgents.length > 0) change(stream, { ...progress, receipt: { subAgents } });
  }
}

/** Returns whether a call runs that starts sub-agents. */
export function delegates(progress: Progress | undefined): boolean {
  return progress?.tool === DELEGATES && progress.status === 'running';
}

/** Returns whether a call runs that starts sub-agents, and no other does. */
function delegatesAlone(calls: readonly Progress[], call: number): boolean {
  for (let i = 0; i < calls.length; i++) if (delegates(calls[i]) !== (i === call)) return false;
  return true;
}
