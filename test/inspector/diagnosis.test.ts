import { expect, test } from 'vitest';
import { diagnosisOf } from '../../src/inspector/diagnosis.ts';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { diagnoseSockets } from '../../src/doctor/diagnose-socket.ts';
import { diagnosisText } from '../../src/doctor/diagnosis-text.ts';
import { bytesOf, chunkJson } from '../normalizer/splits.ts';
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
    diagnosisText(diagnoseSockets([[packet]])),
  );
});

test('a request has no diagnosis', () => {
  expect(diagnosisOf(recorded({ way: 'request', frames: [frame('{}')] }))).toBe(null);
});
