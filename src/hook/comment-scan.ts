import { lengthOf } from './realm/natives.ts';

const LINE_FEED = 10;
const RETURN = 13;
const COLON = 58;

/**
 * Finds out which chunks of an event stream are comments and nothing else: signs of life (`:
 * keepalive`).
 * @returns takes the chunks in order, cut anywhere; reads no chunk further than to its first other
 * byte
 */
export function createCommentScan(): (chunk: Uint8Array) => boolean {
  let inComment = false;
  return (chunk) => {
    const length = lengthOf(chunk as Uint8Array<ArrayBuffer>);
    for (let i = 0; i < length; i++) {
      const byte = chunk[i];
      if (byte === LINE_FEED || byte === RETURN) inComment = false;
      else if (!inComment && byte !== COLON) return false;
      else inComment = true;
    }
    return true;
  };
}
