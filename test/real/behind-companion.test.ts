import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChatCleaner } from '../../src/normalizer/open-webui/chat-cleaner.ts';
import { readMarkerChunk } from '../../src/normalizer/text/marker-grammar.ts';
import { aReply } from '../support/random-replies.ts';
import { createSeen, type Said } from '../support/seen-reply.ts';
import { runFilter } from './run-filter.ts';

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[];
}

/** What the page is sent: events of the companion, or text. */
type Sent = { readonly type: string; readonly data: unknown } | string;

/** @returns for each reply what the server sends the page behind the companion */
function throughCompanion(
  replies: readonly (readonly string[])[],
  history: readonly object[],
): Sent[][] {
  const jobs = replies.map((deltas) => ({
    do: 'sent',
    history,
    chunks: [
      ...deltas.map((content) => ({
        id: 'c',
        model: 'm',
        choices: [{ index: 0, delta: { content } }],
      })),
      { id: 'c', model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ],
  }));
  return runFilter<{ readonly out: readonly (Chunk | Exclude<Sent, string>)[] }>(jobs).map(
    ({ out }) =>
      out.map((sent) => ('choices' in sent ? (sent.choices[0]?.delta.content ?? '') : sent)),
  );
}

/** How the server sends text: what is added, or all of it, without the blanks at its end. */
type Carrier = 'deltas' | 'snapshots';

/** @returns what the page says of a reply */
function saidOf(sent: readonly Sent[], carrier: Carrier, expected: boolean): Said {
  const seen = createSeen();
  const cleaner = createChatCleaner({
    expectsMarkers: () => expected,
    // So what is faked depends only on who wrote it.
    knowsTool: () => true,
    report: (_, event) => seen.report(event),
  });
  const clean = (type: string, data: unknown) =>
    cleaner.clean({ chatId: 'c', messageId: 'm', type, data });
  let text = '';
  for (const one of sent) {
    if (typeof one !== 'string') clean(one.type, one.data);
    else if (one !== '') {
      text += one;
      if (carrier === 'deltas') clean('chat:message:delta', { content: one });
      else clean('chat:completion', { content: text.trimEnd() });
    }
  }
  clean('chat:completion', { done: true, content: text.trim() });
  const { markers, calls, evidence } = seen.all();
  // Any call of a tool may account for any marker of it. The text that proves markers may be gone
  // with them.
  return {
    markers,
    calls: calls.map((call) => call.replace(/ .*(?=: )/, '')).toSorted(),
    evidence: evidence.filter((one) => one === 'server'),
  };
}

const HERMES = { role: 'assistant', content: 'Let me look.\n`⏰ list`\n\n\nYou have three.' };

/**
 * Cuts a line that a model writes into tokens: of one that comes whole, the page says at first that
 * a tool is running, and the companion waits for what follows.
 */
function tokens(delta: string): string[] {
  return readMarkerChunk(delta) ? [delta] : delta.split(/(?<=`)/);
}

test.each([
  ['deltas', 'a chat without evidence', false],
  ['snapshots', 'a chat without evidence', false],
  ['deltas', 'a chat whose history has markers', true],
  ['snapshots', 'a chat whose history has markers', true],
] as const)(
  'a page behind the companion says of a reply what it says alone: %s, %s',
  (carrier, _, expected) => {
    // The server trims the ends of texts, so of these, and of markers in snapshots, the page alone
    // does not see all.
    const replies = fc
      .sample(aReply, { numRuns: 1500, seed: 30 })
      .filter(
        (deltas) =>
          carrier === 'deltas' ||
          !deltas.some((delta) => readMarkerChunk(delta) || /` |`$/.test(delta)),
      )
      .map((deltas) => [...deltas.flatMap(tokens), '\n\nBye.']);
    const behind = throughCompanion(replies, expected ? [HERMES] : []);
    const said = replies.map((deltas, i) => ({
      deltas,
      alone: saidOf(deltas, carrier, expected),
      behind: saidOf(behind[i] ?? [], carrier, expected),
    }));
    const other = said.filter(
      ({ alone, behind }) => JSON.stringify(alone) !== JSON.stringify(behind),
    );

    // The shortest one tells most.
    expect(
      other.toSorted((a, b) => a.deltas.join('').length - b.deltas.join('').length).slice(0, 1),
    ).toEqual([]);
    expect(said.filter(({ alone }) => alone.markers > 0).length).toBeGreaterThan(40);
  },
);

test('a faked call that the companion leaves in place is no evidence, and no tool, behind it', () => {
  const deltas = ['Let me look.', '\n', '`', '⏰', ' Remind', '`', '\n', '\n', 'I did it.'];
  const [sent] = throughCompanion([deltas], []);

  expect(sent).toEqual([...deltas, '']);
  expect(saidOf(sent ?? [], 'deltas', false)).toEqual({ markers: 0, calls: [], evidence: [] });
});
