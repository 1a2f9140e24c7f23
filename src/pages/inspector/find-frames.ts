import type { RecordedFrame } from '../../inspector/recording.ts';
import { reasonsOf } from './reasons.ts';

/**
 * Finds frames by what arrived, what the page got, or why it was changed, in capitals or not.
 * @param wanted as a person types it; blanks around it do not matter
 * @returns the frames that contain it, in the same order; all of them for ''
 */
export function findFrames(frames: readonly RecordedFrame[], wanted: string): readonly RecordedFrame[] {
  const text = wanted.trim().toLowerCase();
  if (text === '') return frames;
  return frames.filter(
    (frame) =>
      frame.before.toLowerCase().includes(text) ||
      frame.after.toLowerCase().includes(text) ||
      reasonsOf(frame).some(({ id, name }) => id.includes(text) || name.toLowerCase().includes(text)),
  );
}
