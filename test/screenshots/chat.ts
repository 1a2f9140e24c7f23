/**
 * A sample chat page with the real badges in it; programs and tests drive it through `window.chat`.
 */
import { createBadges, type Badges } from '../../src/badges/badges.ts';
import { createNotice, type PageNotice } from '../../src/badges/notice.ts';
import type { Progress, Question } from '../../src/normalizer/progress/progress-types.ts';

export interface Chat {
  readonly badges: Badges;
  /** The line at the top of the page. */
  readonly notice: PageNotice;
  /** Two paragraphs for a reply. */
  readonly answer: string;
  /** Shadow roots created so far: closed ones are out of reach otherwise. */
  readonly roots: readonly ShadowRoot[];
  user(text: string): void;
  /** @returns the reply element */
  reply(text?: string): HTMLElement;
  /** A call that begins now. */
  run(
    reply: number,
    call: number,
    emoji: string | null,
    label: string | null,
    some?: Partial<Progress>,
  ): void;
  /** A call that waits for a person. */
  ask(reply: number, call: number, command: string, some?: Partial<Question>): void;
  finish(reply: number, call: number, some?: Partial<Progress>): void;
  /** Advances the clock of the badges. */
  advance(milliseconds: number): void;
  /** Waits two animation frames, so that everything requested is drawn. */
  settled(): Promise<void>;
  /** All text of ours on screen, corner included, one entry per line, button or note. */
  shown(): string[];
  /** The text of the live region. */
  announced(): string;
  /** Presses a button of ours with this class, the first unless an index says which. */
  press(name: string, index?: number): void;
  /** What a person has answered, by request. */
  readonly answers: readonly string[];
  /** Ids of the messages whose chats were to be cleaned. */
  readonly cleaned: readonly string[];
}

declare global {
  interface Window {
    chat: Chat;
  }
}

/**
 * The press handlers of each button: badges accept presses of persons only, and no script can press
 * as one.
 */
const pressed = new WeakMap<EventTarget, (event: Event) => void>();
const listen = EventTarget.prototype.addEventListener;
HTMLButtonElement.prototype.addEventListener = function (
  this: HTMLButtonElement,
  type: string,
  listener: unknown,
  options?: unknown,
) {
  if (type === 'click') pressed.set(this, listener as (event: Event) => void);
  listen.call(this, type, listener as EventListener, options as AddEventListenerOptions);
};

const query = new URLSearchParams(location.search);
document.documentElement.className = query.get('theme') ?? '';
document.documentElement.dir = query.get('dir') ?? '';

const roots: ShadowRoot[] = [];
const cleaned: string[] = [];
const answers: string[] = [];
const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = function record(init) {
  // Accessibility checkers cannot look into closed ones.
  const root = attachShadow.call(this, query.has('open') ? { ...init, mode: 'open' } : init);
  roots.push(root);
  return root;
};

const log = document.getElementById('log')!;
let ahead = 0;

const badges = createBadges(document, {
  imitation: !query.has('no-imitation'),
  shown: true,
  onDeny: ({ requestId }) => answers.push(`${requestId}: deny`),
  onLook: ({ requestId }) => answers.push(`${requestId}: look`),
  onClean: ({ messageId }) => cleaned.push(messageId),
  signal: new AbortController().signal,
  // `?still`: a clock that does not move by itself, so that a slow machine shows the same.
  now: () => (query.has('still') ? 0 : performance.now()) + ahead,
});

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function progress(reply: number, call: number, some: Partial<Progress>): void {
  badges.progress(reply, {
    call,
    source: 'event',
    tool: null,
    emoji: null,
    label: null,
    callId: null,
    status: 'running',
    provenance: 'server',
    ...some,
  });
}

function visibleTexts(root: ShadowRoot): string[] {
  if (!root.host.isConnected) return [];
  const pieces = root.querySelectorAll<HTMLElement>('.fold, .line, .chip, .truth, .faked, .card');
  return [...pieces].filter((piece) => piece.offsetHeight > 0).map(textOf);
}

/** The visible text, without the words meant for screen readers. */
function textOf(piece: HTMLElement): string {
  const shown = [...piece.querySelectorAll<HTMLElement>('span')].filter(
    (span) => span.offsetWidth > 0 && !span.matches('.unseen, .track, .bar'),
  );
  return shown
    .map((span) => span.textContent)
    .filter(Boolean)
    .join(' ');
}

window.chat = {
  badges,
  notice: createNotice(document, { reload() {}, showCompanion() {} }),
  answer:
    'Oslo has 4 °C and light rain this afternoon.\nTomorrow stays dry until about six, with wind from the south.',
  roots,
  user(text) {
    log.append(element('div', 'user', text));
  },
  reply(text = '') {
    const row = element('div', 'row');
    row.id = `message-m${log.childElementCount}`;
    const column = element('div', 'column');
    const reply = element('div', 'chat-assistant');
    for (const paragraph of text.split('\n').filter(Boolean))
      reply.append(element('p', '', paragraph));
    column.append(element('div', 'model', 'hermes-agent'), reply);
    row.append(element('div', 'avatar'), column);
    log.append(row);
    return reply;
  },
  run(reply, call, emoji, label, some = {}) {
    progress(reply, call, { emoji, label, ...some });
  },
  ask(reply, call, command, some = {}) {
    const question: Question = {
      runId: 'run',
      requestId: 'request',
      command,
      reason: 'delete in root path',
      pattern: 'delete in root path',
      choices: ['once', 'session', 'always', 'deny'],
      answeredBy: 'you',
      host: 'localhost:8642',
      until: new Date(2026, 10, 28, 14, 7).getTime(),
      ...some,
    };
    progress(reply, call, { emoji: '💻', label: command });
    progress(reply, call, { status: 'waiting', question });
  },
  finish(reply, call, some = {}) {
    progress(reply, call, { status: 'unknown', ...some });
  },
  advance(milliseconds) {
    ahead += milliseconds;
  },
  settled() {
    return new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
    );
  },
  shown: () => roots.flatMap(visibleTexts),
  cleaned,
  answers,
  press(name, index = 0) {
    const button = roots
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(`.${name}`)])
      .filter(({ offsetHeight }) => offsetHeight > 0)[index];
    if (button) pressed.get(button)?.({ isTrusted: true } as Event);
  },
  announced: () =>
    roots.map((root) => root.querySelector('[aria-live="polite"]')?.textContent ?? '').join(''),
};
