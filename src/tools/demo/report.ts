/** The demo's report, printed line by line as things happen. */
import { relative } from 'node:path';

export type Report = ReturnType<typeof createReport>;

const LABEL_WIDTH = 44;

/** @param print takes one line without its line break */
export function createReport(print: (line: string) => void) {
  const failed: string[] = [];
  let checks = 0;
  let section = '';

  function row(sign: string, label: string, value: string | number): void {
    print(`  ${sign} ${label.padEnd(LABEL_WIDTH)} ${value}`);
  }

  return {
    heading: (text: string): void => print(`\n${text}\n${'='.repeat(text.length)}`),
    /** Prints what is checked next. */
    section(text: string): void {
      section = text;
      print(`\n${text}`);
    },
    /** Prints an observation that is neither right nor wrong. */
    fact: (label: string, value: string | number): void => row(' ', label, value),
    /** Prints a check; if it fails, the verdict is negative. */
    check(label: string, value: string | number, ok: boolean): void {
      checks += 1;
      if (!ok) failed.push(`${section}: ${label} (${value})`);
      row(ok ? '✓' : '✗', label, value);
    },
    picture: (path: string): void => row(' ', 'picture', relative(process.cwd(), path) || path),
    /** Prints the verdict. @returns whether all checks passed */
    verdict(): boolean {
      print('');
      if (failed.length === 0) {
        print(`Verdict: clean. All ${checks} checks hold.`);
        return true;
      }
      print(`Verdict: not clean. ${failed.length} of ${checks} checks failed:`);
      for (const text of failed) print(`  ✗ ${text}`);
      return false;
    },
  };
}
