import type { JsonStyle } from '../json-styles.ts';
import type { Random } from '../random.ts';

/** One stream as a correct server sends it. */
export interface ServerStream {
  /** Frames as they leave the server, each with its end. */
  readonly frames: readonly string[];
  readonly contentType: string;
  /** Value of `X-Hermes-Session-Id`; null for all others. */
  readonly sessionId: string | null;
}

/** @returns a new stream for each call */
export type Server = (random: Random) => ServerStream;

/** How one server writes its server-sent events. */
export interface SseStyle {
  readonly json: JsonStyle;
  readonly lineEnd: '\n' | '\r\n';
  /** `data: ` or `data:` */
  readonly prefix: string;
}

/** @returns a frame with this JSON as data, preceded by `event` if it has a name */
export function frameOf(
  { json, lineEnd, prefix }: SseStyle,
  value: unknown,
  event?: string,
): string {
  return `${event === undefined ? '' : `event: ${event}${lineEnd}`}${prefix}${json(value)}${lineEnd}${lineEnd}`;
}

/** @returns the frame that ends a stream */
export function doneOf({ lineEnd, prefix }: SseStyle): string {
  return `${prefix}[DONE]${lineEnd}${lineEnd}`;
}

/** @returns the frames, with a comment as heartbeat between some of them */
export function withHeartbeats(
  random: Random,
  frames: readonly string[],
  heartbeat: string,
): string[] {
  const rare = random.pick([3, 20, 200]);
  return frames.flatMap((frame) => (random.oneIn(rare) ? [heartbeat, frame] : [frame]));
}

/** Merges several lists into one, each in its own order. */
export function interleave<T>(random: Random, lists: readonly (readonly T[])[]): T[] {
  const rest = lists.map((list) => [...list]).filter(({ length }) => length > 0);
  const result: T[] = [];
  while (rest.length > 0) {
    const at = random.below(rest.length);
    const item = rest[at]?.shift();
    if (item === undefined) rest.splice(at, 1);
    else result.push(item);
  }
  return result;
}

/** Arguments of a tool call, as JSON text; they may mention markers, which are none there. */
export function argumentsOf(random: Random): string {
  return JSON.stringify(
    random.pick([
      { command: 'echo "today `date`"' },
      { city: 'Zürich', unit: 'c' },
      { text: '\n`⏰ list`\n', nested: { a: [1, 2.5, -3e7, null, true, {}] } },
      { path: 'C:\\temp\\"x".txt', 東京: '😀' },
      { query: '{"index":0,"id":"call_1"}' },
    ]),
  );
}

/** The names of tools; one call repeats the name of another now and then. */
export const TOOLS: readonly string[] = [
  'get_weather',
  'terminal',
  'get',
  'get_weather_now',
  'mcp__server-1__read.file',
  'f',
];
