// Prints, as JSON, which files of the normalizer run for a reply, for packets of Open WebUI and for
// a request, each with one marker, and for one sound chunk and one sound piece of a call, in the
// middle of their replies. In a process of its own, because coverage by V8 slows down all code.
// Node strips types by itself.

import { Session } from 'node:inspector/promises';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';

const ROOM = '/src/normalizer/';
const MARKER = '\n`⏰ list`\n';

function sse(data: string): Uint8Array {
  return new TextEncoder().encode(`data: ${data}\n\n`);
}

function chunk(delta: object, finish: string | null = null): Uint8Array {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return sse(
    JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices }),
  );
}

function packet(data: object): string {
  const event = { chat_id: 'c', message_id: 'm', data: { type: 'chat:completion', data } };
  return `42${JSON.stringify(['events', event])}`;
}

function readStream(): void {
  const body = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
  const deltas = ['Let me see.', MARKER, 'Done.'].map((content) => chunk({ content }));
  [chunk({ role: 'assistant' }), ...deltas, chunk({}, 'stop'), sse('[DONE]')].forEach((frame) =>
    body?.push(frame),
  );
  body?.end();
}

/** @returns a function that reads the last of these deltas, after all others */
function reading(...deltas: readonly object[]): () => void {
  const body = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
  const frames = deltas.map((delta) => chunk(delta));
  const last = frames.pop();
  for (const frame of frames) body?.push(frame);
  return () => void (last && body?.push(last));
}

/** @returns a delta with one entry of `tool_calls` */
function call(said: object, more: object = {}): object {
  return { tool_calls: [{ index: 0, ...more, function: said }] };
}

const ROLE = { role: 'assistant', content: '' };

const readWords = reading(ROLE, { content: 'Let' }, { content: ' me' }, { content: ' see.' });
const readArguments = reading(
  ROLE,
  call({ name: 'ls', arguments: '' }, { id: 'call_1', type: 'function' }),
  call({ arguments: '{' }),
  call({ arguments: '}' }),
);

function readPackets(): void {
  const socket = createSocketNormalizer({});
  socket.receive(packet({ choices: [{ index: 0, delta: { content: MARKER } }] }));
  socket.receive(packet({ content: `A.${MARKER}\nB` }));
  socket.receive(packet({ content: `A.${MARKER}\nB`, done: true }));
}

function cleanHistory(): void {
  const messages = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: `A.${MARKER}\nB` },
  ];
  cleanRequest(JSON.stringify({ model: 'm', stream: true, messages }));
}

/** @returns the files in which a function ran, relative to the normalizer */
async function filesOf(work: () => void): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = result.filter(({ functions }) =>
    functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
  );
  return ran
    .flatMap(({ url }) => (url.includes(ROOM) ? [url.slice(url.indexOf(ROOM) + ROOM.length)] : []))
    .sort();
}

const walks = {
  frame: await filesOf(readStream),
  words: await filesOf(readWords),
  arguments: await filesOf(readArguments),
  packet: await filesOf(readPackets),
  request: await filesOf(cleanHistory),
};
console.log(JSON.stringify(walks));
