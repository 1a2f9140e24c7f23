import { readSocketLines } from '../../src/tools/cli/socket-recording.ts';

/** @returns the frames that each socket received, in order. @throws an Error naming the line that is invalid */
export function readSocketRecording(text: string): readonly (readonly string[])[] {
  const sockets: string[][] = [[]];
  for (const line of readSocketLines(text.split('\n'))) {
    if (line.kind === 'open') sockets.push([]);
    else if (line.kind === 'received') sockets.at(-1)?.push(line.frame);
  }
  return sockets;
}
