import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResponse } from '../../src/cli/http-response.ts';
import { readSocketRecording } from '../../src/cli/socket-recording.ts';
import { fixtureOf } from '../../src/inspector/fixture.ts';
import { createBodyNormalizer } from '../../src/normalizer/body-normalizer.ts';
import { MARKERS, type SeenFrame } from '../../src/normalizer/inspection.ts';
import { bytesOf, textOf } from '../normalizer/splits.ts';
import { frame, recorded } from './streams.ts';

const PERSON = 'data: {"item":{"role":"user","content":"My words"},"by":"ada@example.org"}\n\n';

test('a response becomes what the normalize command reads, as it came, without secrets', () => {
  const stream = recorded({ frames: [frame(PERSON, '', ['tool-events']), frame('data: [DONE]\n\n')] });
  const read = readResponse(bytesOf(fixtureOf(stream, false)));

  expect(read.contentType).toBe('text/event-stream');
  expect(textOf(read.body)).toBe('data: {"item":{"role":"user","content":"My words"},"by":"xxx@xxxxxxx.xxx"}\n\ndata: [DONE]\n\n');
});

test('what a person wrote is masked where it is asked for', () => {
  const masked = '{"item":{"role":"user","content":"xx xxxxx"},"by":"xxx@xxxxxxx.xxx"}';

  expect(fixtureOf(recorded({ frames: [frame(PERSON)] }), true)).toContain(`data: ${masked}\n\n`);
  expect(fixtureOf(recorded({ way: 'request', type: 'application/json', frames: [frame(PERSON.slice(6).trim())] }), true)).toBe(masked);
  expect(fixtureOf(recorded({ way: 'socket', type: '', frames: [frame('42["events",{"role":"user","content":"Hi"}]')] }), true)).toBe(
    `${JSON.stringify('42["events",{"role":"user","content":"xx"}]')}\n`,
  );
});

test('packets of a socket become lines that the normalize command reads', () => {
  const packets = ['42["events",{"a":"b\\nc"}]', '2'];

  expect(readSocketRecording(fixtureOf(recorded({ way: 'socket', type: '', frames: packets.map((each) => frame(each)) }), false))).toEqual([packets]);
});

test('a recorded stream that was inspected gives the fixture that it came from', () => {
  const { body, contentType, sessionId } = readResponse(readFileSync(new URL('../recordings/hermes/v0.8-chat-scenario-1.txt', import.meta.url)));
  const frames: SeenFrame[] = [];
  const tap = { isOpen: () => true, found: () => [], frame: (seen: SeenFrame) => void frames.push(seen) };
  const normalizer = createBodyNormalizer({ contentType, sessionId, isReply: true, tap });
  normalizer?.push(new Uint8Array(body));
  normalizer?.end();

  const fixture = fixtureOf(recorded({ type: contentType ?? '', frames: frames.map(({ before, after, why }) => frame(before, after, why)) }), false);

  expect(frames.some(({ why }) => why.includes(MARKERS))).toBe(true);
  expect(textOf(readResponse(bytesOf(fixture)).body)).toBe(textOf(body));
});
