import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diagnoseSocket } from '../../src/doctor/diagnose-socket.ts';
import { completion } from '../normalizer/open-webui/streams.ts';
import { readSocketLines } from '../../src/tools/cli/socket-recording.ts';
import { socketLines } from '../support/socket-recording.ts';
import { runs } from '../support/speed.ts';

function recorded(name: string): ReturnType<typeof diagnoseSocket> {
  const text = readFileSync(
    new URL(`../recordings/open-webui/${name}.jsonl`, import.meta.url),
    'utf8',
  );
  return diagnoseSocket(
    [...readSocketLines(text.split('\n'))].filter(({ kind }) => kind !== 'sent'),
  );
}

/** Facts of the recordings: what the replies of each contain. */
const ROWS: readonly (readonly [
  name: string,
  packets: number,
  markers: number,
  tools: readonly string[],
])[] = [
  ['0.11.0-markers', 39, 4, []],
  ['0.12.4-companion', 33, 0, ['terminal 2', 'read_file 1']],
  ['0.12.4-direct', 28, 0, []],
  ['0.12.4-imitated', 31, 1, []],
  ['0.12.4-markers', 44, 4, []],
  ['0.5.7-markers', 33, 4, []],
  ['0.6.43-imitated', 20, 1, []],
  ['0.6.43-markers', 27, 4, []],
  ['0.8.12-companion', 24, 0, ['terminal 2', 'read_file 1']],
  ['0.8.12-markers', 31, 4, []],
  ['0.9.6-hermes', 19, 0, []],
  ['0.9.6-markers', 33, 4, []],
];

test.each(ROWS)('%s', (name, packets, markers, tools) => {
  const diagnosis = recorded(name);
  const { server, imitated, unknown } = diagnosis.markers;

  expect(diagnosis).toMatchObject({
    carrier: 'socket',
    dialects: ['open-webui'],
    servers: [{ name: 'Open WebUI' }],
    isUnchanged: markers === 0,
  });
  expect([
    diagnosis.frames,
    server + imitated + unknown,
    diagnosis.tools.names.map(({ name: tool, count }) => `${tool} ${count}`),
  ]).toEqual([packets, markers, tools]);
  expect(diagnosis.findings.map(({ id, count }) => [id, count])).toEqual(
    markers === 0 ? [] : [['markers', markers]],
  );
});

test('packets of all connections are counted together', () => {
  const clean = completion({ content: 'a', done: true });
  const marked = completion({ content: 'A.\n`⏰ list`\n\n\nB', done: true });
  const { frames, bytes, findings } = diagnoseSocket([
    ...socketLines(['2', clean]),
    { kind: 'open' },
    { kind: 'open' },
    ...socketLines([marked]),
  ]);

  expect([frames, bytes]).toEqual([3, Buffer.byteLength('2' + clean + marked)]);
  expect(findings).toMatchObject([{ id: 'markers', count: 1, firstFrame: 3, repaired: 'always' }]);
});

test('sockets of anything but Open WebUI are unknown, and nothing throws', () => {
  expect(diagnoseSocket([])).toMatchObject({
    frames: 0,
    bytes: 0,
    dialects: [],
    servers: [],
    findings: [],
    isUnchanged: true,
  });
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json().map((json) => `42["events",${json}]`),
        ),
      ),
      (frames) => {
        const findings = diagnoseSocket(socketLines(frames)).findings.map(({ id }) => id);
        expect(findings).toEqual(frames.length === 0 ? [] : ['unknown-format']);
      },
    ),
    { numRuns: runs(200) },
  );
});
