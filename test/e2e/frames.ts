/** Frames of a Hermes stream whose every byte is known, and a comparison with what a page read. */

export interface Frame {
  readonly bytes: string;
  /**
   * A marker or tool event, which may be missing in the page. All other frames must arrive byte for
   * byte.
   */
  readonly progress: boolean;
  /** A comment: after a removed frame it may be missing as well. */
  readonly comment?: boolean;
}

/** In the shape that Hermes writes: 29 hex digits. */
const ID = `chatcmpl-${'0123456789abcdef'.repeat(2).slice(0, 29)}`;

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: ID, object: 'chat.completion.chunk', model: 'hermes-agent', choices })}\n\n`;
}

/** A piece of the reply's text. */
export function text(content: string): Frame {
  return { bytes: chunk({ content }), progress: false };
}

/** A marker as Hermes 0.8 injects it: one whole delta. */
export function marker(emoji: string, label: string): Frame {
  return { bytes: chunk({ content: `\n\`${emoji} ${label}\`\n` }), progress: true };
}

/** A piece of a marker that arrives letter by letter, as a model writes it. */
export function markerPiece(content: string): Frame {
  return { bytes: chunk({ content }), progress: true };
}

/** A tool event of Hermes 0.12 and later. */
export function toolEvent(id: string, status: 'running' | 'completed', label = id): Frame {
  const data = JSON.stringify({ tool: 'terminal', emoji: '💻', label, toolCallId: id, status });
  return { bytes: `event: hermes.tool.progress\ndata: ${data}\n\n`, progress: true };
}

/** A heartbeat between frames. */
export const HEARTBEAT: Frame = { bytes: ': keepalive\n\n', progress: false, comment: true };
export const ROLE: Frame = { bytes: chunk({ role: 'assistant' }), progress: false };
export const STOP: Frame = { bytes: chunk({}, 'stop'), progress: false };
export const DONE: Frame = { bytes: 'data: [DONE]\n\n', progress: false };

/**
 * Compares what a page read with what was sent.
 * @param read everything that the page has read so far
 * @param sent the frames in the order they were sent, all different
 * @returns the progress frames that came through, and null or the place of the first byte that was
 * lost or made up
 */
export function compare(
  read: string,
  sent: readonly Frame[],
): { readonly through: Frame[]; readonly fault: string | null } {
  const through: Frame[] = [];
  let at = 0;
  let gone = false;
  for (const frame of sent) {
    if (read.startsWith(frame.bytes, at)) {
      at += frame.bytes.length;
      if (frame.progress) through.push(frame);
    } else if (frame.progress) gone = true;
    else if (!(frame.comment && gone)) {
      return {
        through,
        fault: `at ${at}: ${JSON.stringify(read.slice(at, at + 200))} where ${JSON.stringify(frame.bytes)} was sent`,
      };
    }
  }
  return {
    through,
    fault:
      at === read.length
        ? null
        : `at ${at}: ${JSON.stringify(read.slice(at, at + 200))} was never sent`,
  };
}
