import { dialectWords } from '../../languages/dialect-words.ts';
import type { RecordedStream } from '../recording.ts';
import { inspectorTexts as texts, timeText } from '../texts.ts';

/** "Response /v1/chat/completions" */
export function streamName({ way, address }: Pick<RecordedStream, 'way' | 'address'>): string {
  return address === '' ? texts.ways[way] : `${texts.ways[way]} ${address}`;
}

/** When it began, who speaks, how many frames, how many of them changed: each a short text. */
export function streamFacts({ began, server, count, changed }: RecordedStream): readonly string[] {
  const kind = kindOf(server);
  return [timeText(began), ...(kind === null ? [] : [kind]), texts.frames(count), texts.changed(changed)];
}

/** @param server as the page names it, which may name anything */
function kindOf(server: string): string | null {
  if (server === 'hermes') return 'Hermes';
  return Object.hasOwn(dialectWords, server) ? (dialectWords[server] ?? null) : null;
}
