import { writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';
import { STREAM_MAKERS } from '../normalizer/dialects/made-streams.ts';
import { GENERATIONS } from '../normalizer/open-webui/streams.ts';
import { proseWord } from './bench-streams.ts';
import { type Line, plot } from './cost-plot.ts';
import { quantile } from './quantile.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
/** Bytes of a reply on the wire. */
const LENGTHS = [KIB, 10 * KIB, 100 * KIB, MIB, 10 * MIB, 100 * MIB, 500 * MIB];
/** The server sends a snapshot for every word: this is the amount for a reply of 20 kB. */
const MOST_OF_SOCKET = 100 * MIB;
/** Bytes that arrive at once. */
const PIECE = 64 * KIB;
/** Longest measurement of one length, in ms; beyond that, longer ones are left out and the line ends. */
const LONGEST = 30_000;
/** Shortest time that counts, in ms: shorter replies are read repeatedly. */
const SHORTEST = 30;
/** Words between two markers. */
const MARKER_EVERY = 400;
const PICTURE = new URL('../../docs/cost.svg', import.meta.url);

/** Reads replies of one kind. */
interface Carrier {
  readonly name: string;
  readonly most: number;
  /**
   * @returns a function that reads one reply of about so many bytes to its end, with the bytes that it read and what it
   * keeps alive meanwhile
   */
  prepare(bytes: number): () => { readonly bytes: number; readonly keeps: unknown };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function word(i: number): string {
  return i % MARKER_EVERY === MARKER_EVERY - 1 ? `\n\`💻 ls -la /srv/${i}\`\n` : proseWord(i);
}

function words(length: number): string[] {
  const made: string[] = [];
  for (let i = 0, left = length; left > 0; i++) {
    made.push(word(i));
    left -= made.at(-1)?.length ?? 1;
  }
  return made;
}

function ids(field: string): string | number {
  return field.endsWith('index') ? 0 : field;
}

const BODIES: readonly Carrier[] = STREAM_MAKERS.map((maker) => ({
  name: maker.dialect,
  most: Infinity,
  prepare(bytes) {
    const encoder = new TextEncoder();
    const begin = encoder.encode(maker.begin(ids).join(''));
    const frames: string[] = [];
    for (let i = 0, length = 0; length < Math.min(bytes, PIECE); i++) {
      frames.push(maker.delta(word(i), ids));
      length += frames.at(-1)?.length ?? 1;
    }
    const piece = encoder.encode(frames.join(''));
    return () => {
      const normalizer = createBodyNormalizer({ contentType: maker.contentType, isReply: true });
      normalizer?.push(begin);
      let sent = 0;
      for (; sent < bytes; sent += piece.length) normalizer?.push(piece.slice());
      return { bytes: sent, keeps: normalizer };
    };
  },
}));

const SOCKETS: readonly Carrier[] = GENERATIONS.map(({ name, packets }) => ({
  name: `Open WebUI, ${name}`,
  most: MOST_OF_SOCKET,
  prepare(bytes) {
    // Only its server knows how many bytes it sends for a text: the text grows until there are enough.
    let said = packets(words(50));
    for (let length = 100; lengthOf(said) < bytes; length *= 1.5) said = packets(words(length));
    const read = lengthOf(said);
    return () => {
      const socket = createSocketNormalizer({});
      for (const packet of said) socket.receive(packet);
      return { bytes: read, keeps: socket };
    };
  },
}));

function lengthOf(packets: readonly string[]): number {
  return packets.reduce((sum, packet) => sum + packet.length, 0);
}

/** @returns bytes read, milliseconds for them, and bytes alive just before the end of the reply */
function measure(read: ReturnType<Carrier['prepare']>): { bytes: number; ms: number; alive: number } {
  const times: number[] = [];
  let bytes = 0;
  const begin = performance.now();
  do {
    const start = performance.now();
    ({ bytes } = read());
    times.push(performance.now() - start);
  } while (performance.now() - begin < SHORTEST);
  collect();
  const before = process.memoryUsage().heapUsed;
  const { keeps } = read();
  collect();
  const alive = process.memoryUsage().heapUsed - before;
  if (keeps === null) throw new Error('The body was left alone.');
  return { bytes, ms: quantile(times, 0.5), alive: Math.max(0, alive) };
}

/** The exponent of a cost over lengths: 1 if it is linear. From 100 kB on; NaN for fewer than two lengths. */
function exponent(points: readonly (readonly [length: number, cost: number])[]): number {
  const logs = points.filter(([length]) => length >= 90 * KIB).map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const under = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return under === 0 ? Number.NaN : over / under;
}

/**
 * Prints time and memory of the pure normalizer by the length of a reply, for every dialect and every generation of
 * Open WebUI's socket, and draws docs/cost.svg.
 * @param most bytes of the longest reply
 */
export async function reportCost(most: number): Promise<void> {
  console.log(
    `\n  cost over length in Node ${process.versions.node}: the exponent is 1 where it grows as the reply does`,
  );
  const lines: Line[] = [];
  for (const carrier of [...BODIES, ...SOCKETS]) {
    const points: (readonly [number, number])[] = [];
    let alive = 0;
    carrier.prepare(MIB)(); // warms up
    for (const length of LENGTHS) {
      if (length > Math.min(most, carrier.most)) break;
      const seen = measure(carrier.prepare(length));
      points.push([seen.bytes, seen.ms]);
      alive = Math.max(alive, seen.alive);
      if (seen.ms > LONGEST) break;
    }
    const [bytes = 0, ms = 1] = points.at(-1) ?? [];
    console.log(
      `    ${carrier.name.padEnd(44)} exponent ${exponent(points).toFixed(2)}   ${(bytes / MIB / (ms / 1000)).toFixed(0).padStart(4)} MB/s at ${(bytes / MIB).toFixed(0).padStart(3)} MiB   at most ${(alive / KIB).toFixed(0).padStart(6)} kB alive`,
    );
    lines.push({ name: carrier.name, isSocket: SOCKETS.includes(carrier), points });
  }
  await writeFile(PICTURE, plot(lines));
  console.log('    drawn in docs/cost.svg');
}
