/**
 * The frames of the benchmark for a socket: a reply of Open WebUI as versions send it that repeat
 * the whole text.
 */
import { proseWord } from './bench-streams.ts';

/** Length of the reply, in characters. */
const REPLY = 200_000;
/** Snapshots of it; a server sends up to one for every word, which would be gigabytes. */
const SNAPSHOTS = 300;
/** Characters between two markers. */
const MARKER_EVERY = 5000;

export const SOCKET_KINDS = ['content', 'content-markers', 'output-markers'] as const;
export type SocketKind = (typeof SOCKET_KINDS)[number];

/** The words of the reply, as a model writes them. */
function pieces(markers: boolean): string[] {
  const made: string[] = [];
  let length = 0;
  let due = 100;
  for (let i = 0; length < REPLY; i++) {
    const mark = markers && length > due;
    if (mark) due += MARKER_EVERY;
    const text = mark ? `done.\n\`💻 ls -la /srv/${i}\`\n\n\nThen ` : proseWord(i);
    made.push(text);
    length += text.length;
  }
  return made;
}

function packet(type: string, data: unknown): string {
  const event = {
    chat_id: '2cafb1de-41bc-4402-b10c-ffc773d0c633',
    message_id: '341ff0e8-ce4d-412c-b74e-ba38c68ba70a',
    data: { type, data },
  };
  return `42${JSON.stringify(['events', event])}`;
}

/** As Python's encoder writes it, up to Open WebUI 0.11: only ASCII. */
function asAscii(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function snapshots(markers: boolean, data: (text: string) => unknown): string[] {
  const all = pieces(markers);
  return Array.from({ length: SNAPSHOTS }, (_, i) => {
    const text = all.slice(0, Math.ceil((all.length * (i + 1)) / SNAPSHOTS)).join('');
    return asAscii(packet('chat:completion', data(text)));
  });
}

/**
 * @param kind `content` and `output`: ever longer snapshots of the text (0.6, 0.11); `-markers`: a
 * marker every 5000 characters
 */
export function createSocketFrames(kind: SocketKind): string[] {
  if (kind !== 'output-markers')
    return snapshots(kind === 'content-markers', (content) => ({ content }));
  return snapshots(true, (text) => ({
    output: [
      {
        type: 'message',
        id: 'msg_1',
        status: 'in_progress',
        role: 'assistant',
        content: [{ type: 'output_text', text }],
      },
    ],
  }));
}
