import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { endsEvery, pushAll } from '../normalizer/splits.ts';
import { ALL_CLIENTS } from './all-clients.ts';
import type { Client, Format } from './client.ts';
import type { Defect } from './defects.ts';
import { isAsked, judge, type Verdict } from './verdict.ts';

/** The result of one reply in one client. */
export interface BeforeAfter {
  readonly client: Client;
  /** Of the bytes as they were sent; null if the client is not tested with them. */
  readonly before: Verdict | null;
  /**
   * Of the normalizer's output: 'ok' only if that holds wherever the network may have cut the
   * bytes.
   */
  readonly after: Verdict | null;
  /** Of the output of a normalizer with only the repair of this defect switched off. */
  readonly without: Verdict | null;
}

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  chat: 'text/event-stream',
  ollama: 'application/x-ndjson',
  'ag-ui': 'text/event-stream',
};

/** Bytes of the chunks in which the normalizer gets a body; 0 is all at once. */
const NETWORK_SIZES = [0, 1, 7, 100];

/**
 * @returns the result of a defect in every client that reads such streams, in the order of the
 * table
 */
export async function tryClients(defect: Defect): Promise<BeforeAfter[]> {
  const { body, repair, readSize = 0, format = 'chat' } = defect;
  const contentType = CONTENT_TYPES[format];
  const frames = endsOfFrames(body, format === 'ollama' ? '\n' : '\n\n');
  const sent = cut(body, readSize > 0 ? endsEvery(body.length, readSize) : frames);
  const cuts = [frames, ...NETWORK_SIZES.map((size) => endsEvery(body.length, size))];
  const repairs = ALL_REPAIRS.has(repair) ? new Set([...DEFAULT_REPAIRS, repair]) : DEFAULT_REPAIRS;
  // What somebody switches on besides must do no harm.
  const cleaned = distinct(
    cuts.flatMap((ends) => [repairs, ALL_REPAIRS].map((on) => clean(body, contentType, ends, on))),
  );
  const others = clean(
    body,
    contentType,
    frames,
    new Set([...repairs].filter((id) => id !== repair)),
  );

  async function tryClient(client: Client): Promise<BeforeAfter> {
    if (!isAsked(defect, client)) return { client, before: null, after: null, without: null };
    const read = async (reads: readonly Uint8Array[]): Promise<Verdict> =>
      judge(
        defect,
        defect.anyCalls ? { ...client, calls: false } : client,
        await client.read(reads, contentType),
      );
    let after: Verdict = 'ok';
    for (const reads of cleaned) if (after === 'ok') after = await read(reads);
    return { client, before: await read(sent), after, without: await read(others) };
  }

  const results: BeforeAfter[] = [];
  // One after another: some of them need properties of the global object.
  for (const client of ALL_CLIENTS)
    if (client.format === format) results.push(await tryClient(client));
  return results;
}

/** @returns the normalizer's output, chunk by chunk */
function clean(
  body: Uint8Array,
  contentType: string,
  ends: readonly number[],
  repairs: ReadonlySet<string>,
): Uint8Array[] {
  const normalizer = createBodyNormalizer({ contentType, isReply: true, repairs });
  if (!normalizer) throw new Error(`no normalizer for ${contentType}`);
  return pushAll(normalizer, body, ends).filter(({ length }) => length > 0);
}

function endsOfFrames(body: Uint8Array, separator: string): number[] {
  const bytes = Buffer.from(body);
  const ends: number[] = [];
  for (
    let at = bytes.indexOf(separator);
    at !== -1;
    at = bytes.indexOf(separator, at + separator.length)
  )
    ends.push(at + separator.length);
  return ends;
}

function cut(body: Uint8Array, ends: readonly number[]): Uint8Array[] {
  return [...ends, body.length]
    .map((end, i) => body.subarray(ends[i - 1] ?? 0, end))
    .filter(({ length }) => length > 0);
}

/** Output in the same chunks needs no second reading. */
function distinct(all: readonly Uint8Array[][]): Uint8Array[][] {
  return [
    ...new Map(
      all.map((pieces) => [
        pieces.map((piece) => Buffer.from(piece).toString('latin1')).join('\u0000'),
        pieces,
      ]),
    ).values(),
  ];
}
