import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  parseRecording,
  readRecording,
  recordingNames,
  splitFrames,
} from '../../../../src/tools/demo/servers/recordings.ts';

test.each(recordingNames())('the frames of %s joined are its body', (name) => {
  const text = readFileSync(new URL(`../../../recordings/hermes/${name}.txt`, import.meta.url), 'utf8');

  const { frames } = readRecording(name);

  expect(frames.join('')).toBe(text.slice(text.startsWith('HTTP/') ? text.indexOf('\r\n\r\n') + 4 : 0));
  expect(frames.length).toBeGreaterThan(1);
  for (const frame of frames.slice(0, -1)) expect(frame.endsWith('\n\n')).toBe(true);
});

test.each([
  ['', []],
  ['data: a\n\n', ['data: a\n\n']],
  ['event: e\ndata: a\n\ndata: b\n\n', ['event: e\ndata: a\n\n', 'data: b\n\n']],
  [': comment\n\ndata: cut', [': comment\n\n', 'data: cut']],
])('splits %j at blank lines', (body, frames) => {
  expect(splitFrames(body)).toEqual(frames);
});

test('it leaves out headers that describe the recorded connection', () => {
  const { headers } = parseRecording('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nDate: now\r\nX-A: b:c\r\n\r\n');

  expect(headers).toEqual({ 'X-A': 'b:c' });
});

test('it names the existing recordings if one is missing', () => {
  expect(() => readRecording('v0.1')).toThrow('v0.8-chat-scenario-1');
});

test('it accepts a body without headers', () => {
  expect(parseRecording('data: a\r\n\r\n')).toEqual({ headers: {}, frames: ['data: a\r\n\r\n'] });
});

test('it says how to record if the headers have no end', () => {
  expect(() => parseRecording('HTTP/1.1 200 OK\n\ndata: a\n\n')).toThrow('curl -i');
});
