import { expect, test } from 'vitest';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { bytesOf } from '../normalizer/splits.ts';
import { SOUND_REPLIES, type SoundReply } from './sound-replies.ts';

const TYPES = { lines: 'application/x-ndjson', whole: 'application/json' } as const;

function bodyOf({ said, form, end }: SoundReply): string {
  const texts = said.map((one) => JSON.stringify(one));
  if (form === 'whole') return texts.join('');
  if (form === 'lines') return texts.map((text) => `${text}\n`).join('');
  const frames = said.map((one, i) => {
    const name = 'type' in one && typeof one.type === 'string' ? one.type : 'message';
    return `${form === 'named' ? `event: ${name}\n` : ''}data: ${texts[i]}\n\n`;
  });
  return frames.join('') + (end === undefined ? '' : `data: ${end}\n\n`);
}

test('there are enough sound replies, each of them once', () => {
  expect(SOUND_REPLIES.length).toBeGreaterThanOrEqual(40);
  expect(new Set(SOUND_REPLIES.map(({ name }) => name)).size).toBe(SOUND_REPLIES.length);
});

test.each(SOUND_REPLIES.map((reply) => [reply.name, reply] as const))(
  '%s: no finding, and every byte stays',
  (_, reply) => {
    const { form, allowed = [] } = reply;
    const contentType = form === 'lines' || form === 'whole' ? TYPES[form] : 'text/event-stream';
    const { findings, isUnchanged, dialects } = diagnose({
      contentType,
      sessionId: null,
      body: bytesOf(bodyOf(reply)),
    });
    expect(findings.map(({ id, defect }) => ({ id, defect }))).toEqual(
      allowed.map((id) => ({ id, defect: expect.any(String) as string })),
    );
    expect(findings.every((finding) => finding.allowed !== null)).toBe(true);
    expect([dialects.length, dialects.includes('unknown'), isUnchanged]).toEqual([1, false, true]);
  },
);
