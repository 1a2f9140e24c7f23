import { expect } from 'vitest';
import type { Diagnosis } from '../../src/doctor/diagnosis.ts';
import { runNormalize } from '../../src/tools/cli/normalize-command.ts';

/**
 * @returns what the command says of a recording, of the first response if it has several, and its
 * exit status
 */
export function diagnosed(
  name: string,
  bytes: Uint8Array,
): Diagnosis & { readonly exitStatus: number } {
  let text = '';
  const exitStatus = runNormalize(['--doctor', '--json', name], {
    read: () => bytes,
    print: (printed) => void (text = Buffer.from(printed).toString()),
    error: (line) => expect.fail(line),
  });
  const found = JSON.parse(text) as Diagnosis | readonly Diagnosis[];
  const [first = found as Diagnosis] = Array.isArray(found) ? (found as readonly Diagnosis[]) : [];
  return { ...first, exitStatus };
}
