import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Report, Task } from './lying-realm.ts';

const root = resolve(import.meta.dirname, '../..');
/** No case takes a tenth of a second. */
const LONGEST_CASE_MS = 20_000;

/** Every word of the sources that could be the name of a property. */
export function namesInSources(): string[] {
  const names = new Set<string>();
  for (const folder of ['src/hook', 'src/normalizer', 'src/bridge']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.includes('doctor')) continue;
      for (const [, name = ''] of readFileSync(join(root, folder, file), 'utf8').matchAll(
        /\b([a-z]\w*)\b(?=\??[:,}( .]|\s*=)/gi,
      ))
        names.add(name);
    }
  }
  return [...names].toSorted();
}

/** @returns the report of the thread; a case that hangs counts as a failure */
export function runLies(task: Omit<Task, 'running'>): Promise<Report> {
  const running = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./lying-realm.ts', import.meta.url), { workerData: { ...task, running } });
  return new Promise((settle, fail) => {
    let last = -1;
    const watchdog = setInterval(() => {
      const now = Atomics.load(running, 0);
      if (now !== last) {
        last = now;
        return;
      }
      clearInterval(watchdog);
      settle({ cases: [], wrong: [`case ${now} hangs`], stopped: 0 });
      void worker.terminate();
    }, LONGEST_CASE_MS);
    worker.once('message', (report: Report) => {
      clearInterval(watchdog);
      settle(report);
      void worker.terminate();
    });
    worker.once('error', (error) => {
      clearInterval(watchdog);
      fail(error);
    });
  });
}
