import { serverName } from '../../languages/dialect-words.ts';
import type { RecordedStream } from '../../inspector/recording.ts';
import { inspectorTexts as texts, timeText } from '../../inspector/texts.ts';

/** "Response /v1/chat/completions" */
export function streamName({ way, address }: Pick<RecordedStream, 'way' | 'address'>): string {
  return address === '' ? texts.ways[way] : `${texts.ways[way]} ${address}`;
}

/** When it began, its dialect, how many frames, how many of them changed: each a short text. */
export function streamFacts({ began, server, count, changed }: RecordedStream): readonly string[] {
  const kind = serverName(server);
  return [timeText(began), ...(kind === null ? [] : [kind]), texts.frames(count), texts.changed(changed)];
}
