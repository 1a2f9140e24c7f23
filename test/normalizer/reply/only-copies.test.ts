import { expect, test } from 'vitest';
import { diagnose } from '../../../src/doctor/diagnose.ts';
import { concat } from '../../../src/lib/bytes.ts';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { createSeen } from '../../support/seen-reply.ts';
import { bytesOf } from '../splits.ts';

const TEXT = 'Let me look.\n`⏰ list`\n\n\nYou have three.';
const RUN = { run_id: 'r', session_id: 's' };
const PART = { type: 'output_text', text: TEXT };
const ITEM = { type: 'message', role: 'assistant', content: [PART] };
const PLACE = { output_index: 0, content_index: 0, item_id: 'i' };

/** Streams whose text no delta brings. */
const STREAMS: Readonly<
  Record<string, readonly (readonly [event: string | null, data: object])[]>
> = {
  'a snapshot of AG-UI': [
    [null, { type: 'RUN_STARTED', threadId: 't', runId: 'r' }],
    [
      null,
      { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'a', role: 'assistant', content: TEXT }] },
    ],
    [
      null,
      { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'a', role: 'assistant', content: TEXT }] },
    ],
    [null, { type: 'RUN_FINISHED', threadId: 't', runId: 'r' }],
  ],
  'the end of a session of Hermes': [
    ['assistant.completed', { ...RUN, message_id: 'm', content: TEXT }],
    ['run.completed', { ...RUN, messages: [{ role: 'assistant', content: TEXT }] }],
    ['done', RUN],
  ],
  'the end of a run of Hermes': [[null, { event: 'run.completed', ...RUN, output: TEXT }]],
  'an item of a response': [
    [
      'response.output_item.done',
      { type: 'response.output_item.done', output_index: 0, item: ITEM },
    ],
    ['response.completed', { type: 'response.completed', response: { output: [ITEM] } }],
  ],
  'the end of a text of a response': [
    ['response.output_text.done', { type: 'response.output_text.done', ...PLACE, text: TEXT }],
    ['response.content_part.done', { type: 'response.content_part.done', ...PLACE, part: PART }],
    [
      'response.output_item.done',
      { type: 'response.output_item.done', output_index: 0, item: ITEM },
    ],
    [
      'response.completed',
      { type: 'response.completed', response: { output: [ITEM], output_text: TEXT } },
    ],
  ],
};

test.each(Object.entries(STREAMS))(
  '%s is cleaned and reported once, though no delta brought it',
  (_, events) => {
    const body = bytesOf(
      events
        .map(
          ([event, data]) => `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`,
        )
        .join(''),
    );
    const seen = createSeen();
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      expectsMarkers: () => false,
      report: seen.report,
    });
    const out = concat([...(normalizer?.push(body) ?? []), normalizer?.end() ?? new Uint8Array()]);

    expect(Buffer.from(out).toString()).not.toContain('⏰');
    expect(seen.all().markers).toBe(1);
    expect(seen.all().calls).toHaveLength(1);
    const { findings } = diagnose({ contentType: 'text/event-stream', sessionId: null, body });
    expect(findings.filter(({ id }) => id === 'markers').map(({ count }) => count)).toEqual([1]);
  },
);
