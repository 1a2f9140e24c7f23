import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { cleanRequest, type SentTools } from '../../src/normalizer/requests/request-cleaner.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';
import { on, onMessages } from '../support/on.ts';
import { HISTORY, makeImitations } from './imitations.ts';
import { createOpenWebuiClient } from './open-webui/client.ts';
import { GENERATIONS, MESSAGE } from './open-webui/streams.ts';
import { bytesOf, joinedText, textOf } from './splits.ts';
import { makeWrittenChats } from './written-chats.ts';

const IMITATIONS = makeImitations();
/** What people and models write about agents, commits and terminals. */
const ORDINARY = [
  ...readFileSync(
    new URL('../recordings/texts/ordinary-texts.md', import.meta.url),
    'utf8',
  ).matchAll(/^=== .+\n([^]*?)\n(?=^=== |$(?![^]))/gm),
].map(([, text = '']) => text);
/** Commands, commits, buttons and headings behind an emoji, made to look like markers. */
const LOOKALIKES = makeWrittenChats(1000);

/** A request as the page sends it behind a chat. */
function requestOf(replies: readonly string[], asked = 'Go on.'): string {
  const turn = (content: string) => [
    { role: 'user', content: asked },
    { role: 'assistant', content },
  ];
  const messages = [...replies.flatMap(turn), { role: 'user', content: asked }];
  return JSON.stringify({ model: 'hermes-agent', stream: true, messages });
}

function toolsOf(body: string): SentTools {
  let tools: SentTools = { proven: [], asked: [] };
  cleanRequest(body, { expectsMarkers: () => false, onProven: (sent) => (tools = sent) });
  return tools;
}

function knows({ proven, asked }: SentTools): (emoji: string) => boolean {
  return (emoji) => proven.includes(emoji) && !asked.includes(emoji);
}

const NOTHING: SentTools = { proven: [], asked: [] };
const PROVEN = toolsOf(requestOf(HISTORY));

/** As models emit words: one to three tokens at a time. */
function piecesOf(text: string, i: number): readonly string[] {
  return text.match(i % 3 === 0 ? /[^]{1,9}/g : /(?:\s*\S+){1,3}|\s+$/g) ?? [];
}

interface Shown {
  readonly text: string;
  /** The lines that are said to be perhaps faked. */
  readonly told: readonly string[];
  readonly accused: number;
}

/** A reply of Hermes, streamed to the page. */
function streamed(text: string, i: number, tools: SentTools, isHermes = true): Shown {
  const told: string[] = [];
  let accused = 0;
  const frame = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({
      id: isHermes ? 'chatcmpl-0123456789abcdef0123456789abc' : 'chatcmpl-1',
      object: 'chat.completion.chunk',
      model: isHermes ? 'hermes-agent' : 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    sessionId: isHermes ? 'api-0123456789abcdef' : null,
    expectsMarkers: () => isHermes || tools.proven.length > 0,
    knowsTool: knows(tools),
    report: on({
      note: ({ note }) => note.kind === 'lookalike' && told.push(note.text),
      progress: ({ progress }) => progress.provenance === 'imitated' && accused++,
    }),
  });
  const body = [
    frame({ role: 'assistant' }),
    ...piecesOf(text, i).map((content) => frame({ content })),
    frame({}, 'stop'),
    'data: [DONE]\n\n',
  ].join('');
  const parts = [...(normalizer?.push(bytesOf(body)) ?? []), normalizer?.end() ?? bytesOf('')];
  return { text: joinedText(parts.map(textOf).join('')), told, accused };
}

/** The same through each generation of Open WebUI in turn, in a chat that it has loaded before. */
function overSocket(text: string, i: number, tools: SentTools): Shown {
  const told: string[] = [];
  let accused = 0;
  const client = createOpenWebuiClient();
  const socket = createSocketNormalizer({
    expectsMarkers: () => true,
    knowsTool: (_message, emoji) => knows(tools)(emoji),
    report: onMessages({
      note: ({ note }) => note.kind === 'lookalike' && told.push(note.text),
      progress: ({ progress }) => progress.provenance === 'imitated' && accused++,
    }),
  });
  const generation = GENERATIONS[i % GENERATIONS.length];
  for (const packet of generation?.packets([...piecesOf(text, i)]) ?? [])
    client.receive(socket.receive(packet));
  socket.miss();
  return { text: client.messages().get(MESSAGE)?.content ?? '', told, accused };
}

/** A page sends the reply back, on the site of Hermes. */
function sent(text: string): Shown {
  const cleaned = cleanRequest(requestOf([...HISTORY, text]));
  const { messages } = JSON.parse(cleaned?.body ?? '{}') as { messages: { content: string }[] };
  return { text: messages.at(-2)?.content ?? '', told: [], accused: 0 };
}

type Verdict = 'removed' | 'told' | 'missed';

function verdictOf(lines: readonly string[], { text, told }: Shown): Verdict {
  if (!lines.some((line) => text.includes(line))) return 'removed';
  return told.length > 0 ? 'told' : 'missed';
}

function countOf(show: (text: string, i: number) => Shown): Readonly<Record<Verdict, number>> {
  const counts = { removed: 0, told: 0, missed: 0 };
  for (const [i, { text, lines }] of IMITATIONS.entries())
    counts[verdictOf(lines, show(text, i))]++;
  return counts;
}

test('faked calls in a chat with real ones: how many are removed, told and missed', () => {
  const counts = {
    streamed: countOf((text, i) => streamed(text, i, PROVEN)),
    'over a socket': countOf((text, i) => overSocket(text, i, PROVEN)),
    sent: countOf(sent),
  };
  for (const [way, { removed, told, missed }] of Object.entries(counts))
    console.log(
      `Imitations, ${way}: of ${IMITATIONS.length}, ${removed} removed, ${told} told, ${missed} missed.`,
    );

  const { streamed: shown, 'over a socket': socket, sent: back } = counts;
  expect(IMITATIONS.length).toBeGreaterThan(1000);
  for (const { removed, told } of [shown, socket])
    expect(removed + told).toBeGreaterThanOrEqual(IMITATIONS.length * 0.6);
  // What stays in the chat is sent as it is.
  expect(back.removed).toBe(shown.removed);
});

test('at most one line of a reply is told, and none beside a call that is certainly faked', () => {
  const often = IMITATIONS.filter(({ text }, i) => {
    const { told, accused } = streamed(text, i, PROVEN);
    return told.length > 1 || (told.length > 0 && accused > 0);
  });

  expect(often).toEqual([]);
});

test('without proof in the chat nothing is told, whatever the site is', () => {
  const texts = [...ORDINARY, ...LOOKALIKES, ...IMITATIONS.map(({ text }) => text)];
  const told = (isHermes: boolean) =>
    texts.filter((text, i) => streamed(text, i, NOTHING, isHermes).told.length > 0);

  expect(ORDINARY.length).toBeGreaterThan(200);
  expect([told(true), told(false)]).toEqual([[], []]);
});

test('ordinary texts in a chat with real markers: how many are told', () => {
  const told = (texts: readonly string[], tools: SentTools) =>
    texts.filter((text, i) => streamed(text, i, tools).told.length > 0);
  const ordinary = told(ORDINARY, PROVEN);
  const lookalikes = told(LOOKALIKES, PROVEN);
  console.log(
    `In a chat with real markers: ${ordinary.length} of ${ORDINARY.length} ordinary texts are told, ` +
      `and ${lookalikes.length} of ${LOOKALIKES.length} made to look like markers.`,
  );

  // Most of them were written to be taken for markers.
  expect(ordinary.length).toBeLessThanOrEqual(ORDINARY.length * 0.03);
  expect(lookalikes.length).toBeLessThanOrEqual(LOOKALIKES.length * 0.01);
  // A person who writes the emoji talks about it.
  const asked = toolsOf(requestOf(HISTORY, 'What is `💻 date`, and ⏰, 📖, 🔍, 🐍?'));
  expect(told([...ORDINARY, ...LOOKALIKES], asked)).toEqual([]);
});
