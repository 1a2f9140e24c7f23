/** Random replies of a long run, and what a page must make of each. */
import type { Random } from '../fuzz/random.ts';

export interface SoakReply {
  /** What the server writes, chunk by chunk: frames, cut anywhere. */
  readonly pieces: readonly Uint8Array[];
  /** What the page must read: the joined texts, followed by the joined arguments of calls. */
  readonly expected: string;
  readonly markers: number;
  /** Tools that ran, by event or by marker. */
  readonly tools: number;
}

const WORDS = [
  'The',
  'command',
  'gave',
  'two',
  'lines',
  'über',
  '東京',
  '`ls -la`',
  '**bold**',
  '🙂',
  'see `⏰ list` here',
];
const EMOJIS = ['⏰', '💻', '🔍', '📖'];
const KINDS = ['markers', 'events', 'calls', 'prose'] as const;

/**
 * @param name of the reply, different from all others; part of labels and ids
 * @returns a reply of Hermes 0.8 (markers), of later ones (events), of llama.cpp (a call in one delta) or only prose
 */
export function makeReply(random: Random, name: string): SoakReply {
  const kind = random.pick(KINDS);
  const id = kind === 'calls' ? `chatcmpl-${random.letters(32)}` : `chatcmpl-${random.letters(29, '0123456789abcdef')}`;
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', model: 'hermes-agent', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const frames = [chunk({ role: 'assistant' })];
  let expected = '';
  let markers = 0;
  let tools = 0;
  const say = (text: string): void => {
    frames.push(chunk({ content: text }));
    expected += text;
  };
  const paragraph = (): void => {
    for (let word = random.between(2, 12); word > 0; word--) say(`${random.pick(WORDS)} `);
    say('end.');
  };

  paragraph();
  for (let step = random.below(4); step > 0; step--) {
    const label = `${name} step ${step}`;
    if (kind === 'markers') {
      frames.push(chunk({ content: `\n\`${random.pick(EMOJIS)} ${label}\`\n` }));
      markers++;
      tools++;
    } else if (kind === 'events') {
      const head = { tool: 'terminal', toolCallId: label };
      frames.push(
        event({ ...head, emoji: '💻', label, status: 'running' }),
        ': keepalive\n\n',
        event({ ...head, status: 'completed' }),
      );
      tools++;
    }
    say('\n\n');
    paragraph();
  }
  if (kind === 'calls') {
    const text = JSON.stringify({ path: `/srv/${name}`, text: random.letters(random.between(1, 60)) });
    const half = random.between(1, text.length - 1);
    frames.push(
      chunk({
        tool_calls: [
          {
            index: 0,
            id: `call ${name}`,
            type: 'function',
            function: { name: 'write_file', arguments: text.slice(0, half) },
          },
        ],
      }),
    );
    frames.push(chunk({ tool_calls: [{ index: 0, function: { arguments: text.slice(half) } }] }));
    expected += text;
  }
  frames.push(chunk({}, kind === 'calls' ? 'tool_calls' : 'stop'), 'data: [DONE]\n\n');
  return { pieces: cut(random, new TextEncoder().encode(frames.join(''))), expected, markers, tools };
}

function event(data: object): string {
  return `event: hermes.tool.progress\ndata: ${JSON.stringify(data)}\n\n`;
}

/** As a network does: mostly a frame or two at a time, now and then a few bytes. */
function cut(random: Random, bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = random.oneIn(5) ? random.between(1, 30) : random.between(150, 500);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
