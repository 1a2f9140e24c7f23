/** The streams of the benchmark: OpenAI chat chunks in frames of 200 bytes, as agents send them. */

const FRAME_BYTES = 200;
const ENCODER = new TextEncoder();

/** Prose as models write it: a paragraph break every 40 words, an inline code span every 120. */
export function proseWord(i: number): string {
  if (i % 40 === 39) return '\n\n';
  return i % 120 === 60 ? '`code` ' : `word${i % 10} `;
}

/**
 * One frame of a chat.
 * @param finish the reason for which the reply ends; then it carries no text
 */
export function chunk(content: string, finish: string | null = null): string {
  return frameOf(finish === null ? { content } : {}, finish);
}

function frameOf(delta: unknown, finish: string | null = null): string {
  const json = JSON.stringify({
    id: 'chatcmpl-6a25f1c3d8b94e0fa7c2d15e8f3b9',
    object: 'chat.completion.chunk',
    created: 1795292787,
    model: 'hermes-agent',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  // Spaces between JSON tokens change nothing and pad the frame to its length.
  const padding = ' '.repeat(Math.max(0, FRAME_BYTES - ENCODER.encode(json).length - 8));
  return `data: ${json.slice(0, -1)}${padding}}\n\n`;
}

function toolEvent(call: number, status: 'running' | 'completed'): string {
  const head = {
    tool: 'terminal',
    ...(status === 'running' ? { emoji: '💻', label: `ls -la /srv/${call}` } : {}),
  };
  return `event: hermes.tool.progress\ndata: ${JSON.stringify({ ...head, toolCallId: `call_${call}`, status })}\n\n`;
}

/** Deltas of one call. */
const DELTAS_OF_CALL = 100;

/**
 * One delta of a tool call, of `DELTAS_OF_CALL`.
 * @param sound as OpenAI sends it; otherwise as servers with defects do
 */
function callDelta(i: number, sound: boolean): string {
  const index = Math.floor(i / DELTAS_OF_CALL);
  const id = `call_${index}`;
  const first = i % DELTAS_OF_CALL === 0;
  const piece = i % DELTAS_OF_CALL === DELTAS_OF_CALL - 1 ? '"}' : `word${i % 10} `;
  if (sound) {
    const head = { index, id, type: 'function', function: { name: 'write_file', arguments: '' } };
    const start = i % DELTAS_OF_CALL === 1 ? '{"text":"' : '';
    return frameOf({
      tool_calls: [first ? head : { index, function: { arguments: start + piece } }],
    });
  }
  // Name and arguments in one (llama.cpp), then an empty id and name with each delta (GLM, vLLM).
  const entry = first
    ? { index, id, type: 'function', function: { name: 'write_file', arguments: '{"text":"' } }
    : { index, id: '', type: 'function', function: { name: null, arguments: piece } };
  return frameOf({ tool_calls: [entry] });
}

export const STREAM_KINDS = ['clean', 'prose', 'tools', 'calls', 'defects'] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

/**
 * @param kind `clean`: nothing for the hook to do; `prose`: nothing to change, but paragraphs and
 * code spans to read; `tools`: prose with a tool call by events, or a marker, every 20 frames;
 * `calls`: only deltas of tool calls; `defects`: the same with a defect in each
 * @param bytes least length of the result
 */
export function createStream(kind: StreamKind, bytes: number): Uint8Array {
  const frames: string[] = [chunk('')];
  let length = 0;
  for (let i = 0; length < bytes; i++) {
    const call = i / 20;
    let frame = chunk(kind === 'clean' ? `word${i % 10} ` : proseWord(i));
    if (kind === 'tools' && i % 40 === 0)
      frame = toolEvent(call, 'running') + toolEvent(call, 'completed');
    else if (kind === 'tools' && i % 40 === 20) frame = chunk(`\n\`⏰ list ${i}\`\n`);
    if (kind === 'calls' || kind === 'defects') frame = callDelta(i, kind === 'calls');
    frames.push(frame);
    length += frame.length;
  }
  frames.push(chunk('', 'stop'), 'data: [DONE]\n\n');
  return ENCODER.encode(frames.join(''));
}
