import { LISTED_EMOJI } from '../../src/normalizer/text/marker-grammar.ts';

const MARKER = new RegExp('^`(' + LISTED_EMOJI.join('|') + ')\\uFE0F? ([^]+)`$');

/**
 * The line rule, slow and by the letter: whole text, line by line, no state machine. The automaton must equal it.
 * 1. a line begins at the start of the text or after a line feed; 2. backtick, listed emoji, optional FE0F, one space,
 * label, backtick as the last character; 3. followed by a blank line or the end; 4. the prose guard does not protect
 * it; 5. not inside a fence. It is removed with the line feed before it and the one after it.
 */
export function cleanByTheRules(text: string): { readonly text: string; readonly labels: readonly string[] } {
  const lines = text.split('\n');
  const fenced = linesInFences(lines);
  const gone = new Array<boolean>(text.length).fill(false);
  const labels: string[] = [];
  let start = 0;
  lines.forEach((line, i) => {
    const label = MARKER.exec(line)?.[2];
    const next = lines[i + 1];
    const followed = next === undefined || /^[ \t]*$/.test(next);
    if (label !== undefined && label.trim() !== '' && followed && !fenced[i] && !isProse(label)) {
      gone.fill(true, Math.max(0, start - 1), Math.min(text.length, start + line.length + 1));
      labels.push(label);
    }
    start += line.length + 1;
  });
  return { text: [...gone.keys()].map((i) => (gone[i] ? '' : text.charAt(i))).join(''), labels };
}

function linesInFences(lines: readonly string[]): boolean[] {
  let open: string | null = null;
  return lines.map((line) => {
    if (open !== null) {
      const run: string | undefined = /^ {0,3}(`+|~+)[ \t\r]*$/.exec(line)?.[1];
      if (run !== undefined && run[0] === open[0] && run.length >= open.length) open = null;
      return true;
    }
    open = /^ {0,3}(`{3,})[^`]*$/.exec(line)?.[1] ?? /^ {0,3}(~{3,})/.exec(line)?.[1] ?? null;
    return open !== null;
  });
}

function isProse(label: string): boolean {
  const inner = label.indexOf('`');
  if (inner <= 0) return false;
  const before = label.charAt(inner - 1);
  const after = label.charAt(inner + 1);
  return !/\s/.test(before) && (after === '' || /\s/.test(after) || '.,;:!?)]'.includes(after));
}
