/**
 * An extension whose browser is slow: what it reads, writes and is told comes late, in its order. A
 * person waits for what is on the screen. What fails then is a test that does not wait, or a part
 * of the extension that takes late for never.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Scripts outside of the extension's own pages that use the browser's interfaces. */
const SCRIPTS = ['background.js', 'page-bridge.js', 'page-badges.js'];
const NAME = 'late.js';

/**
 * @param folder with a built extension
 * @param ms longest delay of each answer and event, in milliseconds
 * @returns the folder of a late copy, which is removed at the end of the process
 */
export function lateExtension(folder: string, ms: number): string {
  const copy = mkdtempSync(join(tmpdir(), 'stream-fixer-late-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  const late = `(${beLate.toString()})(${ms});\n`;
  for (const name of SCRIPTS) change(join(copy, name), (script) => late + script);
  writeFileSync(join(copy, NAME), late);
  for (const name of readdirSync(copy).filter((file) => file.endsWith('.html')))
    change(join(copy, name), (page) =>
      page.replace('<script', `<script src="/${NAME}"></script>$&`),
    );
  return copy;
}

function change(file: string, edit: (text: string) => string): void {
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
}

type Call = (...args: unknown[]) => unknown;
type Members = Record<string, unknown> | undefined;

/** Runs in each part of the extension, before its own script: it knows nothing of this module. */
function beLate(max: number): void {
  const world = globalThis as unknown as Record<string, unknown>;
  const api = (world.browser ?? world.chrome) as Members;
  if (world.isLate || !api) return;
  world.isLate = true;

  function room(...path: readonly string[]): Members {
    return path.reduce<Members>((at, key) => at?.[key] as Members, api);
  }

  const due = new Map<string, number>();
  /** What belongs together keeps its order. */
  function later(group: string, run: () => void): void {
    const now = performance.now();
    const at = Math.max(due.get(group) ?? 0, now + Math.random() * max);
    due.set(group, at);
    setTimeout(run, at - now);
  }

  function replace(object: Members, name: string, value: Call): void {
    if (object) Reflect.defineProperty(object, name, { value, configurable: true, writable: true });
  }

  function isPromise(value: unknown): value is Promise<unknown> {
    return typeof (value as Partial<Promise<unknown>> | null | undefined)?.then === 'function';
  }

  /** The call itself goes out at once: a popup may close in the next moment. */
  function answersLate(object: Members, names: readonly string[], group: string): void {
    for (const name of names) {
      const native = object?.[name] as Call | undefined;
      if (typeof native !== 'function') continue;
      replace(object, name, (...args) => {
        const callback = args.at(-1);
        if (typeof callback === 'function') {
          const answer = (...values: unknown[]) => {
            // Only there while the native calls back.
            if (room('runtime')?.lastError) callback(...values);
            else later(group, () => callback(...values));
          };
          return native.apply(object, [...args.slice(0, -1), answer]);
        }
        const answer = native.apply(object, args);
        if (!isPromise(answer)) return answer;
        const wait = new Promise<void>((done) => {
          const end = () => later(group, done);
          answer.then(end, end);
        });
        return wait.then(() => answer);
      });
    }
  }

  function comesLate(event: Members, group: string): void {
    const { addListener, removeListener } = (event ?? {}) as Record<string, Call | undefined>;
    if (!addListener || !removeListener) return;
    const made = new Map<unknown, Call>();
    replace(event, 'addListener', (listener, ...rest) => {
      const late: Call = (...args) => later(group, () => (listener as Call)(...args));
      made.set(listener, late);
      return addListener.call(event, late, ...rest);
    });
    replace(event, 'removeListener', (listener) => removeListener.call(event, made.get(listener)));
  }

  for (const area of ['local', 'session', 'sync', 'managed'])
    answersLate(room('storage', area), ['get', 'set', 'remove'], 'storage');
  answersLate(room('runtime'), ['sendMessage', 'getContexts'], 'messages');
  answersLate(room('tabs'), ['sendMessage', 'query', 'get', 'create', 'update'], 'tabs');
  const verbs = ['register', 'update', 'unregister', 'getRegistered'];
  const scripts = verbs.map((verb) => `${verb}ContentScripts`);
  answersLate(room('scripting'), ['executeScript', ...scripts], 'scripting');
  answersLate(room('permissions'), ['contains', 'getAll'], 'permissions');
  answersLate(room('action'), ['setIcon', 'setBadgeText', 'setTitle'], 'action');
  answersLate(room('windows'), ['create', 'getAll', 'get', 'update'], 'windows');
  answersLate((world.navigator as Members)?.clipboard as Members, ['writeText'], 'clipboard');
  comesLate(room('storage', 'onChanged'), 'changes');
  for (const name of ['onAdded', 'onRemoved']) comesLate(room('permissions', name), 'grants');
  for (const name of ['onUpdated', 'onActivated', 'onRemoved'])
    comesLate(room('tabs', name), 'tabs');

  const listeners = new Set<Call>();
  const messages = room('runtime', 'onMessage');
  const hear = messages?.addListener as Call | undefined;
  replace(messages, 'removeListener', (listener) => listeners.delete(listener as Call));
  replace(messages, 'addListener', (listener) => {
    if (listeners.size === 0) hear?.call(messages, receive);
    listeners.add(listener as Call);
  });

  /** One for all of them: who answers first would answer for the others. */
  function receive(message: unknown, sender: unknown, send: (answer: unknown) => void): boolean {
    later('incoming', () => {
      const answers = [...listeners].map((each) => each(message, sender, send));
      const promised = answers.find(isPromise);
      if (promised) promised.then(send, () => send(undefined));
      else if (!answers.includes(true)) send(undefined);
    });
    return true;
  }
}
