/**
 * Splits a body into frames exactly as WHATWG HTML 9.2 says, without the code under test.
 * @param body one unit per byte
 * @param carrier `sse`: frames end with a blank line; `lines`: with a line feed
 * @returns the frames with their ends; the last one may be incomplete
 */
export function framesOf(body: string, carrier: 'sse' | 'lines'): string[] {
  const lines =
    body.match(carrier === 'sse' ? /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g : /[^\n]*\n|[^\n]+$/g) ?? [];
  if (carrier === 'lines') return lines;
  const frames: string[] = [];
  let frame = '';
  for (const line of lines) {
    frame += line;
    if (!/^[\r\n]/.test(line)) continue;
    frames.push(frame);
    frame = '';
  }
  if (frame !== '') frames.push(frame);
  return frames;
}

/**
 * @param frame one unit per byte
 * @returns the content of its data lines, or the line itself if lines have no fields; '' for none
 */
export function dataOf(frame: string): string {
  const values = frame
    .replace(/^\xef\xbb\xbf/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line) => /^data: ?(.*)$/s.exec(line)?.[1] ?? []);
  return values.length > 0 ? values.join('\n') : frame.trim().replace(/^[0-9a-k]:/, '');
}
