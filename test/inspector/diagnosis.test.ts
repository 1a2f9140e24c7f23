import { expect, test } from 'vitest';
import { diagnosisOf } from '../../src/inspector/diagnosis.ts';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { diagnoseSocket } from '../../src/doctor/diagnose-socket.ts';
import { diagnosisText } from '../../src/doctor/diagnosis-text.ts';
import { bytesOf, chunkJson } from '../normalizer/splits.ts';
import { completion } from '../normalizer/open-webui/streams.ts';
import { frame, recorded } from './streams.ts';

const FRAMES = [`data: ${chunkJson('\n`⏰ list`\n')}\n\n`, `data: ${chunkJson('Done.', { finish: 'stop' })}\n\n`];

test('a response is diagnosed as by the doctor on the command line', () => {
  const stream = recorded({ frames: [frame(FRAMES[0] ?? '', ''), frame(FRAMES[1] ?? '')] });
  const body = bytesOf(FRAMES.join(''));

  expect(diagnosisOf(stream)).toBe(
    diagnosisText(diagnose({ contentType: 'text/event-stream', sessionId: null, body })),
  );
  expect(diagnosisOf(stream)).toContain('markers');
});

test('so is a socket', () => {
  const packet = '42["events",{"chat_id":"c"}]';

  expect(diagnosisOf(recorded({ way: 'socket', type: '', frames: [frame(packet)] }))).toBe(
    diagnosisText(diagnoseSocket([{ kind: 'received', frame: packet }])),
  );
});

/** Without any sign of Hermes beside it, such a line is left alone: a model may have meant it. */
const LONE = 'Done.\n`📝 update-readme`\n\nAnything else?';

test('a marker that the page removed is found, though the reply itself is no evidence of Hermes', () => {
  const texts = [`data: ${chunkJson(LONE)}\n\n`, `data: ${chunkJson('', { finish: 'stop' })}\n\n`, 'data: [DONE]\n\n'];
  const left = recorded({ frames: texts.map((text) => frame(text)) });
  const removed = recorded({ frames: texts.map((text, i) => (i === 0 ? frame(text, '', ['markers']) : frame(text))) });

  expect(diagnosisOf(left)).not.toContain('markers:');
  expect(diagnosisOf(removed)).toContain('(markers: once, first in frame 1)');
  expect(diagnosisOf(removed)).toContain('gets the repaired stream');
});

test('so is one of a socket', () => {
  const packet = completion({ content: LONE, done: true });
  const socket = { way: 'socket', type: '' } as const;

  expect(diagnosisOf(recorded({ ...socket, frames: [frame(packet)] }))).not.toContain('markers:');
  expect(diagnosisOf(recorded({ ...socket, frames: [frame(packet, '', ['markers'])] }))).toContain(
    '(markers: once, first in packet 1)',
  );
});

test('a request has no diagnosis', () => {
  expect(diagnosisOf(recorded({ way: 'request', frames: [frame('{}')] }))).toBe(null);
});
