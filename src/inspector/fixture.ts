import { maskPerson, maskSecrets } from './mask.ts';
import type { RecordedStream } from './recording.ts';
import { readEventPacket } from '../normalizer/socket-io.ts';
import { createSseFraming } from '../normalizer/sse-frames.ts';

/**
 * Writes a stream as it came, in a form that `npm run normalize` reads: a response with its head, the frames of a socket
 * as lines of JSON (`--socket`), or the body of a request (`--request`).
 * @param hidesPerson what a person wrote is masked as well as secrets
 */
export function fixtureOf({ way, type, frames }: RecordedStream, hidesPerson: boolean): string {
  const texts = frames.map(({ before }) => maskSecrets(hidesPerson ? withoutPerson(before, type) : before));
  if (way === 'socket') return texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  if (way === 'request') return texts.join('\n');
  return `HTTP/1.1 200 OK\ncontent-type: ${type || 'text/event-stream'}\n\n${texts.join('')}`;
}

function withoutPerson(text: string, type: string): string {
  if (/event-stream/i.test(type)) {
    const fields = createSseFraming().read(text);
    return fields?.rewrite(maskPerson(fields.data)) ?? text;
  }
  const packet = readEventPacket(text, '');
  return packet ? packet.header + maskPerson(packet.json) : maskPerson(text);
}
