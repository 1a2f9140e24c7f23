import { maskAll, maskPerson, maskSecrets } from '../normalizer/json/mask.ts';
import { isExcerpt, isWhole, type RecordedStream } from './recording.ts';
import { createDataStreamFraming, createNdjsonFraming } from '../normalizer/framing/line-frames.ts';
import { mapPayload } from '../normalizer/socket-io/engine-io.ts';
import { createFrameSplitter } from '../normalizer/framing/frame-splitter.ts';
import type { Framing } from '../normalizer/framing/framing.ts';
import { createSseFraming } from '../normalizer/framing/sse-frames.ts';

/**
 * Writes a stream as it arrived, in a format that `npm run normalize -- --doctor` reads: a response
 * with its head, the frames of a socket as lines of JSON, or the body of a request.
 * @param hidesPerson also masks what a person wrote, and anything whose author is unknown:
 * unreadable text, and frames that are incomplete
 */
export function fixtureOf(stream: RecordedStream, hidesPerson: boolean): string {
  const { way, type, frames } = stream;
  const texts = (hidesPerson ? withoutPerson(stream) : frames.map(({ before }) => before)).map(
    maskSecrets,
  );
  if (way === 'socket') return texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  if (way === 'request') return texts.join('\n');
  return `HTTP/1.1 200 OK\ncontent-type: ${type || 'text/event-stream'}\n\n${texts.join('')}`;
}

/** @returns one text per frame for a socket or requests; for a body, its text in pieces */
function withoutPerson(stream: RecordedStream): readonly string[] {
  const { way, frames } = stream;
  const isBody = way === 'response' || way === 'events';
  // What was recorded of a body need not begin and end at frame boundaries.
  if (isBody && isWhole(stream)) return maskBody(frames.map(({ before }) => before).join(''));
  const mask = isBody ? maskBody : (text: string) => [maskSent(text)];
  return frames.flatMap((frame) =>
    isExcerpt(frame) ? [maskAll(frame.before)] : mask(frame.before),
  );
}

/** Masks a request, or a packet that either side sends over a socket. */
function maskSent(text: string): string {
  return maskPerson(text) ?? mapPayload(text, maskPacket);
}

/** Masks a body by its text alone: types are lost on the way. */
function maskBody(text: string): readonly string[] {
  if (/^\uFEFF?(?:data|event|id|retry)?:/m.test(text)) return maskEvents(text);
  const json = maskPerson(text);
  return json === null ? text.split(/(?<=\n)/).map(maskLine) : [json];
}

function maskEvents(text: string): readonly string[] {
  const framing = createSseFraming();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const masked: string[] = [];
  const mask = (bytes: Uint8Array): unknown =>
    masked.push(maskEvent(framing, decoder.decode(bytes)));
  const splitter = createFrameSplitter(framing, mask, mask);
  splitter.push(new TextEncoder().encode(text));
  splitter.end();
  return masked;
}

/** Names, ids and times of events: single words. */
const FIELD = /^\uFEFF?(?:event|id|retry): ?[\w.:/-]{0,100}$/;
const FIELD_OR_DATA = new RegExp(String.raw`${FIELD.source}|^\uFEFF?data(?::|$)`);

function maskEvent(framing: Framing, frame: string): string {
  const fields = framing.read(frame);
  const masked = fields ? fields.rewrite(maskData(fields.data)) : frame;
  if (masked === null) return maskAll(frame);
  const kept = fields ? FIELD_OR_DATA : FIELD;
  return masked.replace(/[^\r\n]+/g, (line) => (kept.test(line) ? line : maskAll(line)));
}

/** Masks a line of JSON, or of a data stream of the AI SDK. */
function maskLine(line: string): string {
  const fields = createDataStreamFraming().read(line) ?? createNdjsonFraming().read(line);
  return fields?.rewrite(maskData(fields.data)) ?? maskAll(line);
}

function maskData(data: string): string {
  return data.trim() === '[DONE]' ? data : (maskPerson(data) ?? maskAll(data));
}

/**
 * The prefix of a packet of engine.io 4 or socket.io 5 before its JSON, or all of a packet without
 * any.
 */
const HEADER =
  /^(?:[1-6](?:probe)?$|4[0-6](?:\/[\w./-]{0,60},)?$|4[0-6](?:\d{1,3}-)?(?:\/[\w./-]{0,60},)?\d{0,15}(?=[[{])|[0-6](?=[[{]))/;

function maskPacket(packet: string): string {
  const header = HEADER.exec(packet)?.[0];
  if (header === undefined) return maskAll(packet);
  return header === packet ? packet : header + maskData(packet.slice(header.length));
}
