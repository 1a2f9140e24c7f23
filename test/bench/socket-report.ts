import type { Page } from 'puppeteer-core';
import { quantile } from './quantile.ts';
import { SOCKET_KINDS, type SocketKind } from './socket-frames.ts';

/** A stretch of frames as the page read them; see bench-page.js. */
interface Piece {
  readonly frames: number;
  readonly ms: number;
  readonly parseMs: number;
}

interface FramesRead {
  readonly pieces: readonly Piece[];
  readonly last: string;
  readonly sent: string;
}

interface BenchWindow {
  readFrames(path: string, perPiece: number): Promise<FramesRead>;
}

interface Cost {
  /** What reading a frame takes in addition to its JSON.parse, in µs. */
  readonly added: number;
  /** How long the page's own JSON.parse of a frame takes, in µs. */
  readonly parse: number;
}

const NAMES: Readonly<Record<SocketKind, string>> = {
  content: 'snapshots of content',
  'content-markers': 'the same with markers',
  'output-markers': 'snapshots of output, markers',
};

function costOf(pieces: readonly Piece[]): Cost {
  const sum = (value: (piece: Piece) => number): number =>
    pieces.reduce((all, piece) => all + value(piece), 0);
  const frames = sum((piece) => piece.frames);
  return {
    added: (1000 * sum(({ ms, parseMs }) => ms - parseMs)) / frames,
    parse: (1000 * sum(({ parseMs }) => parseMs)) / frames,
  };
}

/** @returns what the packets of one reply cost, in a page of its own */
async function readOnce(
  open: (hooked: boolean) => Promise<Page>,
  kind: SocketKind,
  hooked: boolean,
): Promise<Cost> {
  const page = await open(hooked);
  try {
    const { pieces, last, sent } = await page.evaluate(
      (path) => (window as unknown as BenchWindow).readFrames(path, 5),
      `/frames/${kind}`,
    );
    const cleaned = hooked && kind.endsWith('-markers');
    if ((last !== sent) !== cleaned) throw new Error(`Frames of ${kind} came out wrong.`);
    return costOf(pieces);
  } finally {
    await page.close();
  }
}

/** Prints what the frames of a socket cost, alternating pages with and without the hook. */
export async function reportSockets(
  open: (hooked: boolean) => Promise<Page>,
  rounds: number,
): Promise<void> {
  console.log(
    `  ${'frames of a socket, a reply of 200 kB'.padEnd(40)} the page's JSON.parse, reading without and with the hook`,
  );
  for (const kind of SOCKET_KINDS) {
    const plain: Cost[] = [];
    const hooked: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      plain.push(await readOnce(open, kind, false));
      hooked.push(await readOnce(open, kind, true));
    }
    const middle = (costs: readonly Cost[], value: (cost: Cost) => number): number =>
      quantile(costs.map(value), 0.5);
    const parse = middle(hooked, (cost) => cost.parse);
    const added = middle(hooked, (cost) => cost.added);
    const before = middle(plain, (cost) => cost.added);
    console.log(
      `    ${NAMES[kind].padEnd(30)} ${parse.toFixed(2).padStart(8)} µs ${before.toFixed(2).padStart(8)} µs ${added.toFixed(2).padStart(8)} µs` +
        `   the hook adds ${((added - before) / parse).toFixed(2)} x JSON.parse`,
    );
  }
}
