import { maskAll, maskPerson, maskSecrets } from './mask.ts';
import { isExcerpt, type RecordedFrame, type RecordedStream } from './recording.ts';
import { createDataStreamFraming } from '../normalizer/framing/data-stream-lines.ts';
import { mapPayload } from '../normalizer/socket-io/engine-io.ts';
import type { Framing } from '../normalizer/framing/framing.ts';
import { createNdjsonFraming } from '../normalizer/framing/ndjson-lines.ts';
import { createSseFraming } from '../normalizer/framing/sse-frames.ts';

/**
 * Writes a stream as it came, in a form that `npm run normalize` reads: a response with its head, the frames of a socket
 * as lines of JSON (`--socket`), or the body of a request (`--request`).
 * @param hidesPerson what a person wrote is masked as well as secrets, and so is all of which nobody knows who wrote it:
 *   what cannot be read, and frames that are not here in full
 */
export function fixtureOf(stream: RecordedStream, hidesPerson: boolean): string {
  const { way, type, frames } = stream;
  const texts = (hidesPerson ? withoutPerson(stream) : frames.map(({ before }) => before)).map(maskSecrets);
  if (way === 'socket') return texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  if (way === 'request') return texts.join('\n');
  return `HTTP/1.1 200 OK\ncontent-type: ${type || 'text/event-stream'}\n\n${texts.join('')}`;
}

/** @returns of a socket and of requests one text for each frame, of a body its text in pieces */
function withoutPerson({ way, frames, dropped }: RecordedStream): readonly string[] {
  switch (way) {
    case 'socket':
    case 'request':
      return frames.map((frame) => (isExcerpt(frame) ? maskAll(frame.before) : maskSent(frame.before)));
    case 'response':
    case 'events':
      return stretchesOf(frames, dropped > 0).flatMap(({ text, isKnown }) =>
        isKnown ? maskBody(text) : [maskAll(text)],
      );
  }
}

/** A request, or a packet that either side sends over a socket. */
function maskSent(text: string): string {
  return maskPerson(text) ?? mapPayload(text, maskPacket);
}

/** Text that came in one go, as far as that is known. */
interface Stretch {
  text: string;
  /** It is here in full. */
  readonly isKnown: boolean;
}

/**
 * What was recorded of a body need not begin and end where its frames do, so what follows each other is read as one.
 * @param hasGaps some frames were left out, and nobody knows between which
 */
function stretchesOf(frames: readonly RecordedFrame[], hasGaps: boolean): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const frame of frames) {
    const last = stretches.at(-1);
    const isKnown = !isExcerpt(frame);
    if (last?.isKnown && isKnown && !hasGaps) last.text += frame.before;
    else stretches.push({ text: frame.before, isKnown });
  }
  return stretches;
}

/** By the text alone: types are lost on the way. */
function maskBody(text: string): readonly string[] {
  if (/^\uFEFF?(?:data|event|id|retry)?:/m.test(text)) return maskEvents(text);
  const json = maskPerson(text);
  return json === null ? text.split(/(?<=\n)/).map(maskLine) : [json];
}

function maskEvents(text: string): readonly string[] {
  const framing = createSseFraming();
  const masked: string[] = [];
  for (let at = 0; at < text.length;) {
    const next = framing.next(text, at, true);
    const end = next === -1 ? text.length : next;
    masked.push(maskEvent(framing, text.slice(at, end)));
    at = end;
  }
  return masked;
}

/** Names, ids and times of events, which are one word. */
const FIELD = /^\uFEFF?(?:event|id|retry): ?[\w.:/-]{0,100}$/;
const FIELD_OR_DATA = new RegExp(String.raw`${FIELD.source}|^\uFEFF?data(?::|$)`);

function maskEvent(framing: Framing, frame: string): string {
  const fields = framing.read(frame);
  const masked = fields ? fields.rewrite(maskData(fields.data)) : frame;
  if (masked === null) return maskAll(frame);
  const kept = fields ? FIELD_OR_DATA : FIELD;
  return masked.replace(/[^\r\n]+/g, (line) => (kept.test(line) ? line : maskAll(line)));
}

/** A line of JSON, or of a data stream of the AI SDK. */
function maskLine(line: string): string {
  const fields = createDataStreamFraming().read(line) ?? createNdjsonFraming().read(line);
  return fields?.rewrite(maskData(fields.data)) ?? maskAll(line);
}

function maskData(data: string): string {
  return data.trim() === '[DONE]' ? data : (maskPerson(data) ?? maskAll(data));
}

/** What is before the JSON of a packet of engine.io 4 or socket.io 5, or is the whole of it. */
const HEADER =
  /^(?:[1-6](?:probe)?$|4[0-6](?:\/[\w./-]{0,60},)?$|4[0-6](?:\d{1,3}-)?(?:\/[\w./-]{0,60},)?\d{0,15}(?=[[{])|[0-6](?=[[{]))/;

function maskPacket(packet: string): string {
  const header = HEADER.exec(packet)?.[0];
  if (header === undefined) return maskAll(packet);
  return header === packet ? packet : header + maskData(packet.slice(header.length));
}
