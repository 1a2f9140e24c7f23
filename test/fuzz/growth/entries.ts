import { maskAll, maskPerson, maskSecrets } from '../../../src/normalizer/json/mask.ts';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../../src/normalizer/bodies/body-normalizer.ts';
import { cleanStoredText, cleanText } from '../../../src/normalizer/cleaning/clean-text.ts';
import { diagnoseSocket } from '../../../src/doctor/diagnose-socket.ts';
import { diagnose } from '../../../src/doctor/diagnose.ts';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';
import { compileRules } from '../../../src/normalizer/rules/compile-rules.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { activeRules } from '../../../src/rules/active-rules.ts';
import { ALL_PACKS } from '../../../src/rules/all-packs.ts';
import { proposeRules, toggleLine } from '../../../src/rules/proposal.ts';
import { readPacks } from '../../../src/rules/read-packs.ts';
import { readReply } from '../../../src/rules/reply.ts';
import { writtenCalls } from '../../../src/package/written-calls.ts';
import { STREAM_MAKERS, type StreamMaker } from '../../normalizer/dialects/made-streams.ts';
import { messageItem, packetOf, textDelta } from '../../normalizer/open-webui/streams.ts';
import { steadyIds } from '../../normalizer/pass-deltas.ts';
import { cleanStored } from '../../normalizer/stored-chats/check.ts';
import { bytesOf, chatBody, chunkJson, piecesOf } from '../../normalizer/splits.ts';
import { socketLines } from '../../support/socket-recording.ts';

/** An entry point that takes text from outside. */
export interface Entry {
  readonly name: string;
  /**
   * @param pieces a text in chunks
   * @returns a function that takes the chunks; the set-up before its call is not measured
   */
  prepare(pieces: readonly string[]): () => void;
}

const PACKS = ALL_PACKS.map((pack) => ({ pack, on: false, locked: false }));
const RULES = compileRules(
  activeRules(Object.fromEntries(ALL_PACKS.map(({ id }) => [id, true])), []),
);

function body(options: Partial<BodyOptions>, frames: readonly string[]): () => void {
  const chunks = frames.map(bytesOf);
  return () => {
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      ...options,
    });
    for (const chunk of chunks) normalizer?.push(chunk.slice());
    normalizer?.end();
  };
}

function framesOf(maker: StreamMaker, pieces: readonly string[]): readonly string[] {
  const deltas = pieces.map((piece) => maker.delta(piece, steadyIds));
  return [...maker.begin(steadyIds), ...deltas, ...maker.end(pieces.join(''), steadyIds)];
}

function packets(
  said: readonly string[],
  options: Parameters<typeof createSocketNormalizer>[0] = {},
): () => void {
  return () => {
    const socket = createSocketNormalizer(options);
    for (const packet of said) socket.receive(packet);
  };
}

/** A text that is shown again whenever it has grown; as many times however long it is. */
function snapshotsOf(pieces: readonly string[]): readonly string[] {
  const text = pieces.join('');
  return Array.from({ length: 10 }, (_, i) =>
    text.slice(0, Math.ceil((text.length * (i + 1)) / 10)),
  );
}

/** A Responses stream of one text; its last frame has other parts, or the same ones. */
function responses(deltas: readonly string[], parts: readonly string[]): () => void {
  const place = { item_id: 'i', output_index: 0, content_index: 0 };
  // A turn behind each delta.
  const turn = frameOf({ type: 'response.in_progress' });
  const content = parts.map((text) => ({ type: 'output_text', text }));
  const output = [{ type: 'message', role: 'assistant', content }];
  return body({}, [
    deltas
      .map((delta) => frameOf({ type: 'response.output_text.delta', ...place, delta }) + turn)
      .join(''),
    frameOf({ type: 'response.completed', response: { output } }),
  ]);
}

const frameOf = (json: object): string => `data: ${JSON.stringify(json)}\n\n`;

/** A chat of many messages, and one of a few long ones. */
function chatsOf(pieces: readonly string[]): readonly object[] {
  const turns = (texts: readonly string[]): object[] =>
    texts.map((content, i) => ({
      id: `m${i}`,
      role: i % 2 ? 'user' : 'assistant',
      content,
      reasoning: content,
    }));
  return [
    { messages: turns(pieces.slice(0, 4000)) },
    { messages: turns([pieces.join(''), pieces.join('')]) },
  ];
}

function eachText(work: (text: string) => unknown, texts: readonly string[]): () => void {
  return () => texts.forEach(work);
}

const PAGE = 'https://chat.example/api/v1/chats/0f3d6c1e-5b7a-4c39-9a51-2f6d8e0b7c44';

/** Every entry point, by name. */
export const ENTRIES: readonly Entry[] = [
  ...STREAM_MAKERS.flatMap((maker): Entry[] => [
    {
      name: `${maker.dialect} as a body`,
      prepare: (pieces) => body({ contentType: maker.contentType }, framesOf(maker, pieces)),
    },
    {
      name: `${maker.dialect} before the doctor`,
      prepare: (pieces) => {
        const bytes = bytesOf(framesOf(maker, pieces).join(''));
        return () =>
          void diagnose({ contentType: maker.contentType, sessionId: null, body: bytes });
      },
    },
  ]),
  {
    name: 'unknown snapshots',
    prepare: (pieces) =>
      body(
        {},
        snapshotsOf(pieces).map((text) => `data: ${JSON.stringify({ state: { text } })}\n\n`),
      ),
  },
  {
    name: 'unknown messages of many strings',
    prepare: (pieces) =>
      body({}, [`data: ${JSON.stringify({ list: pieces.map((note) => ({ note })) })}\n\n`]),
  },
  { name: 'plain text', prepare: (pieces) => body({ contentType: 'text/plain' }, pieces) },
  {
    name: 'the bytes of a body, cut anywhere',
    prepare: (pieces) =>
      body({}, piecesOf(chatBody(['Hi', pieces.join('')]), pieces[0]?.length ?? 1)),
  },
  { name: 'bare bytes as events', prepare: (pieces) => body({}, [chatBody(['Hi']), ...pieces]) },
  {
    name: 'bare bytes while text is held',
    prepare: (pieces) => body({}, [`data: ${chunkJson('Hi\n`⏰ l')}\n\n`, ...pieces]),
  },
  {
    name: 'bare bytes as lines',
    prepare: (pieces) => body({ contentType: 'application/x-ndjson' }, pieces),
  },
  {
    name: 'objects in a row',
    prepare: (pieces) =>
      body(
        {},
        ['', ...pieces].map((content) => JSON.stringify({ content }, null, 2)),
      ),
  },
  {
    name: 'the first of objects in a row, cut anywhere',
    prepare: (pieces) => {
      const text = JSON.stringify({ content: pieces.join('') });
      return body({}, piecesOf(text + text, pieces[0]?.length ?? 1));
    },
  },
  {
    name: 'many choices in one frame',
    prepare: (pieces) =>
      body({}, [
        `data: ${JSON.stringify({ choices: pieces.map((content, index) => ({ index, delta: { content } })) })}\n\n`,
      ]),
  },
  {
    name: 'many calls in one frame',
    prepare: (pieces) => {
      const calls = pieces.map((name) => ({
        type: 'function',
        function: { name, arguments: '{}' },
      }));
      return body({}, [
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: calls } }] })}\n\n`,
      ]);
    },
  },
  {
    name: 'many parts in one frame',
    prepare: (pieces) => {
      const content = pieces.map((text) => ({ type: 'text', text }));
      return body({}, [
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
      ]);
    },
  },
  {
    name: 'many messages in one snapshot',
    prepare: (pieces) => {
      const messages = pieces.map((content) => ({ role: 'assistant', content }));
      return body({}, [`data: ${JSON.stringify({ type: 'MESSAGES_SNAPSHOT', messages })}\n\n`]);
    },
  },
  {
    name: 'many items in one event',
    prepare: (pieces) =>
      packets([
        packetOf('chat:completion', {
          output: pieces.map((text, i) => messageItem(text, 'completed', `msg_${i}`)),
        }),
      ]),
  },
  // Two things grow at once, so that what is looked for in vain costs the product of both.
  {
    name: 'turns in many blanks, and parts that repeat nothing',
    prepare: (pieces) => {
      const blanks = ' '.repeat(pieces.join('').length);
      return responses(
        ['Hi', blanks, blanks, blanks],
        pieces.map((piece, i) => `${piece}${i}.`),
      );
    },
  },
  {
    name: 'a text that ends in blanks, and parts that repeat it',
    prepare: (pieces) => {
      const text = pieces.join('');
      return responses(
        [text, ' '.repeat(3 * text.length)],
        pieces.map(() => pieces.at(-1) ?? ''),
      );
    },
  },
  {
    name: 'turns, and copies of what came since them',
    prepare: (pieces) => responses(pieces, pieces),
  },
  {
    name: 'markers, and copies of them',
    prepare: (pieces) => {
      const deltas = pieces.map((piece) => `${piece}.\n\`⏰ list\`\n\n`);
      return responses(deltas, deltas);
    },
  },
  {
    name: 'calls of a run, each with a sub-agent',
    prepare: (pieces) =>
      body(
        {},
        pieces.map((piece, i) =>
          [
            { event: 'tool.started', tool: 'delegate_task', preview: piece },
            { event: 'subagent.start', subagent_id: `s${i}`, depth: 0 },
            { event: 'tool.completed', tool: 'delegate_task' },
          ]
            .map((event) => frameOf({ run_id: 'r', timestamp: i, ...event }))
            .join(''),
        ),
      ),
  },
  {
    name: 'texts, and copies of several in a row',
    prepare: (pieces) => {
      const texts = pieces.map((text, i) =>
        frameOf({
          type: 'response.output_text.delta',
          item_id: `i${i}`,
          output_index: i,
          content_index: 0,
          delta: text,
        }),
      );
      const rows = pieces.map((piece, i) => ({ type: 'output_text', text: `${piece}${i}` }));
      const output = [{ type: 'message', role: 'assistant', content: rows }];
      return body({}, [...texts, frameOf({ type: 'response.completed', response: { output } })]);
    },
  },
  { name: 'a body with rules', prepare: (pieces) => body({ rules: RULES }, [chatBody(pieces)]) },
  {
    name: 'a body in which calls may be written',
    prepare: (pieces) => {
      const added = writtenCalls(
        JSON.stringify({ tools: [{ type: 'function', function: { name: 'get' } }] }),
      );
      // Within one, in deltas that may end it, and long enough to see what each of them costs.
      const text = Array.from({ length: 8 }, () => pieces.map((piece) => `${piece}>`)).flat();
      return body({ added }, [chatBody(['<tool_call>{"name":"get","arguments":{"a":"', ...text])]);
    },
  },
  // What the request says is decoded and searched for each of them.
  {
    name: 'calls that may be written, and what the request says',
    prepare: (pieces) => {
      const text = pieces.join('');
      const content = `get %41 &amp; \\n ${text} ${btoa(encodeURIComponent(text.toWellFormed()))}`;
      const tools = [{ type: 'function', function: { name: 'get' } }];
      const request = JSON.stringify({ messages: [{ role: 'tool', content }], tools });
      const calls = pieces
        .slice(0, 32)
        .map((_, i) => `<tool_call>{"name":"get","arguments":{"a":"zz${i}"}}</tool_call>`);
      const run = (): (() => void) => body({ added: writtenCalls(request) }, [chatBody(calls)]);
      return () => run()();
    },
  },
  {
    name: 'a body without evidence',
    prepare: (pieces) => body({ expectsMarkers: () => false }, [chatBody(pieces)]),
  },
  {
    name: 'one JSON message',
    prepare: (pieces) =>
      body({ contentType: 'application/json' }, [
        JSON.stringify({
          object: 'chat.completion',
          choices: [{ index: 0, message: { role: 'assistant', content: pieces.join('') } }],
        }),
      ]),
  },
  {
    name: 'socket packets, appended',
    prepare: (pieces) => packets(pieces.map((content) => packetOf('message', { content }))),
  },
  {
    name: 'socket packets, deltas of items',
    prepare: (pieces) =>
      packets(pieces.map((piece) => packetOf('response:completion', textDelta(piece)))),
  },
  {
    name: 'socket packets, snapshots',
    prepare: (pieces) =>
      packets(snapshotsOf(pieces).map((content) => packetOf('chat:completion', { content }))),
  },
  {
    name: 'socket packets, snapshots with rules',
    prepare: (pieces) =>
      packets(
        snapshotsOf(pieces).map((content) => packetOf('chat:completion', { content })),
        { rules: RULES },
      ),
  },
  {
    name: 'socket packets, snapshots of items',
    prepare: (pieces) =>
      packets(
        snapshotsOf(pieces).map((text) =>
          packetOf('chat:completion', { output: [messageItem(text)] }),
        ),
      ),
  },
  {
    name: 'socket packets, outlet',
    prepare: (pieces) =>
      packets(chatsOf(pieces).map(({ ...chat }) => packetOf('chat:outlet', chat))),
  },
  {
    name: 'sockets before the doctor',
    prepare: (pieces) => {
      const lines = socketLines(pieces.map((content) => packetOf('message', { content })));
      return () => void diagnoseSocket(lines);
    },
  },
  ...[false, true].map((expects): Entry => ({
    name: `stored chats, ${expects ? 'with' : 'without'} evidence`,
    prepare: (pieces) =>
      eachText(
        (text) => cleanStored(PAGE, text, { expectsMarkers: () => expects }),
        chatsOf(pieces).map((chat) => JSON.stringify({ id: 'c-1', chat })),
      ),
  })),
  {
    name: 'requests',
    prepare: (pieces) =>
      eachText(
        (text) => cleanRequest(text),
        chatsOf(pieces).map((chat) => JSON.stringify({ model: 'm', ...chat })),
      ),
  },
  {
    name: 'requests of other shapes',
    prepare: (pieces) => {
      const texts = pieces.slice(0, 4000);
      const asked = [
        { contents: texts.map((text) => ({ role: 'model', parts: [{ text }] })) },
        { message: '`', chat_history: texts.map((message) => ({ role: 'CHATBOT', message })) },
        {
          input: '`',
          conversation_history: texts.map((content) => ({ role: 'assistant', content })),
        },
      ];
      return eachText(
        (text) => cleanRequest(text),
        asked.map((each) => JSON.stringify(each)),
      );
    },
  },
  {
    name: 'requests with rules',
    prepare: (pieces) =>
      eachText(
        (text) => cleanRequest(text, { rules: RULES }),
        chatsOf(pieces).map((chat) => JSON.stringify({ model: 'm', ...chat })),
      ),
  },
  {
    name: 'whole texts',
    prepare: (pieces) =>
      eachText((text) => [cleanText(text), cleanStoredText(text)], [pieces.join('')]),
  },
  {
    name: 'whole texts with rules',
    prepare: (pieces) =>
      eachText(
        (text) => [cleanText(text, { rules: RULES }), cleanStoredText(text, { rules: RULES })],
        [pieces.join('')],
      ),
  },
  {
    name: 'rules of a file and of a reply',
    prepare: (pieces) => {
      const text = pieces.join('');
      const pack = {
        id: 'own',
        name: 'Own',
        source: '',
        rules: [{ id: 'a', kind: 'line', pattern: text, tells: 'nothing' }],
      };
      return () => {
        compileRules([
          { id: 'own/a', kind: 'block', pattern: `Tool ${text}`, until: text, tells: 'nothing' },
        ]);
        readPacks([pack]);
        const reply = readReply(text, PACKS);
        proposeRules(reply, toggleLine(reply, new Set(), reply.lines[0]?.text ?? ''), false);
      };
    },
  },
  {
    name: 'masks',
    prepare: (pieces) => {
      const json = JSON.stringify({
        messages: [
          { role: 'user', content: pieces.join('') },
          { role: 'assistant', content: pieces.slice(0, 4000) },
        ],
      });
      return eachText(
        (text) => [maskAll(text), maskSecrets(text), maskPerson(text)],
        [pieces.join(''), json],
      );
    },
  },
];
