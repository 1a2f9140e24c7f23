/** What a badge says of a whole reply. */
import type { Note } from '../../normalizer/progress/progress-types.ts';
import { maskedLine } from '../masked-line.ts';
import { badgeTexts, pointInTime } from '../texts.ts';
import { nameOf, type Call } from './calls.ts';

export interface Truth {
  /** One sentence about the whole reply, only from facts; '' if there is nothing to say. */
  readonly truth: string;
  /** The sentence says that something went wrong. */
  readonly alarm: boolean;
}

/**
 * The line of truth, the worst first.
 * @param refused calls of a reply that is over
 * @param last call of a reply that is over
 * @param silence milliseconds since anything arrived; null if that is no news
 */
export function truthOf(
  notes: ReadonlyMap<Note['kind'], string>,
  refused: number,
  last: Call | undefined,
  silence: number | null,
): Truth {
  const failure = notes.get('failed');
  if (failure !== undefined)
    return { truth: badgeTexts.agentFailed(withoutStop(maskedLine(failure))), alarm: true };
  if (notes.has('withdrawn')) return { truth: badgeTexts.withdrawn, alarm: true };
  if (refused > 0) return { truth: badgeTexts.afterRefusals(refused), alarm: true };
  if (notes.has('broken'))
    return {
      truth: last?.status === 'ended' ? badgeTexts.brokenIn(nameOf(last)) : badgeTexts.broken,
      alarm: true,
    };
  if (notes.has('stopped'))
    return {
      truth: last?.status === 'ended' ? badgeTexts.stoppedIn(nameOf(last)) : badgeTexts.stopped,
      alarm: true,
    };
  if (notes.has('written')) return { truth: badgeTexts.writtenCall, alarm: true };
  const lookalike = notes.get('lookalike');
  if (lookalike !== undefined)
    return { truth: badgeTexts.lookalike(maskedLine(lookalike)), alarm: false };
  if (silence !== null)
    return { truth: badgeTexts.working(pointInTime(silence, true)), alarm: false };
  if (notes.has('no-tool')) return { truth: badgeTexts.noTool, alarm: false };
  const said = notes.get('status');
  return { truth: said === undefined ? '' : badgeTexts.agentSays(maskedLine(said)), alarm: false };
}

function withoutStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
