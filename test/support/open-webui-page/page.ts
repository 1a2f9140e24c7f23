/**
 * A page with the messages of Open WebUI; tests drive it through `window.openWebUi`. `?badges` adds
 * the badges themselves; without it, the page listens to the socket of its server, for testing with
 * an extension in between.
 */
import { io, type Socket } from 'socket.io-client';
import { createBadges, type Badges } from '../../../src/badges/badges.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';
import {
  element,
  listItem,
  replyMessage,
  write,
  type Shown,
  type ShownReply,
  type Version,
} from './messages.ts';

export interface OpenWebUiPage {
  /** Null unless requested with `?badges`. */
  readonly badges: Badges | null;
  /** Navigates: every message of the chat is re-created, those of the last one are gone. */
  show(chatId: string, messages: readonly Shown[]): void;
  /** Puts another branch, or the same reply re-created, in the place of a reply. */
  swap(id: string, reply: ShownReply): void;
  /**
   * Removes a reply from the list, as a virtualised one does with off-screen items.
   * @returns a function that puts it back
   */
  drop(id: string): () => void;
  /** A call that begins now. */
  run(reply: number, call: number, label: string, some?: Partial<Progress>): void;
  /** Advances the clock of the badges, which otherwise does not run. */
  advance(milliseconds: number): void;
  /**
   * Whether what its server sends from now on arrives; one that was reloaded or closed may still
   * count there.
   */
  isListening(): boolean;
  /** Waits two animation frames, so that everything requested is drawn. */
  settled(): Promise<void>;
  /** Lines on screen, by position: the id of a message, or "corner". */
  shown(): Record<string, string[]>;
}

declare global {
  interface Window {
    openWebUi: OpenWebUiPage;
  }
}

const query = new URLSearchParams(location.search);
const version: Version = query.get('version') === '0.6' ? '0.6' : '0.12';
const roots: ShadowRoot[] = [];
/** Clock of the badges, in milliseconds; stopped, so that a slow machine shows the same times. */
let clock = 0;

function setTheme(theme: string): void {
  const { classList, style } = document.documentElement;
  classList.add(theme === 'light' ? 'light' : 'dark', ...(version === '0.6' ? ['old'] : []));
  if (theme !== 'oled-dark') return;
  for (const [grey, colour] of [
    [800, '#101010'],
    [850, '#050505'],
    [900, '#000000'],
    [950, '#000000'],
  ]) {
    style.setProperty(`--color-gray-${grey}`, String(colour));
  }
}

function recordRoots(): void {
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function record(init) {
    const root = attachShadow.call(this, init);
    roots.push(root);
    return root;
  };
}

function start(): Badges {
  recordRoots();
  return createBadges(document, {
    imitation: true,
    shown: true,
    signal: new AbortController().signal,
    now: () => clock,
  });
}

function messageOf(id: string): HTMLElement {
  const found = document.getElementById(`message-${id}`);
  if (!found) throw new Error(`The page does not show the message ${id}.`);
  return found;
}

function progress(reply: number, call: number, some: Partial<Progress>): void {
  const empty = { tool: null, emoji: null, label: null, callId: null };
  badges?.progress(reply, {
    call,
    source: 'event',
    ...empty,
    status: 'running',
    provenance: 'server',
    ...some,
  });
}

/** The visible text, without the words meant for screen readers. */
function textOf(piece: HTMLElement): string {
  const seen = [...piece.querySelectorAll('span')].filter(
    (span) => span.offsetWidth > 0 && !span.matches('.unseen, .track, .bar'),
  );
  return seen
    .map((span) => span.textContent)
    .filter(Boolean)
    .join(' ');
}

function shown(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const root of roots.filter(({ host }) => host.isConnected)) {
    const pieces = [...root.querySelectorAll<HTMLElement>('.fold, .line, .faked')].filter(
      (piece) => piece.offsetHeight > 0,
    );
    const place = root.host.closest('[id^="message-"]')?.id.slice('message-'.length) ?? 'corner';
    if (pieces.length > 0) (found[place] ??= []).push(...pieces.map(textOf));
  }
  return found;
}

/** Both names that chat events have had; each carries the whole text so far. */
function listen(): Socket {
  const socket = io({ path: '/ws/socket.io', transports: ['websocket'] });
  for (const name of ['events', 'chat-events']) {
    socket.on(name, (event: { message_id: string; data: { data: { content?: string } } }) => {
      const message = document.getElementById(`message-${event.message_id}`);
      if (message && event.data.data.content !== undefined) write(message, event.data.data.content);
    });
  }
  return socket;
}

setTheme(query.get('theme') ?? 'light');
const badges = query.has('badges') ? start() : null;
const socket = badges ? null : listen();

window.openWebUi = {
  badges,
  show(chatId, messages) {
    const list = document.createElement('ul');
    list.setAttribute('role', 'log');
    list.setAttribute('aria-live', 'polite');
    list.append(...messages.map((message) => listItem(version, chatId, message)));
    document.getElementById('messages-container')!.replaceChildren(element('w-full pt-2', list));
  },
  swap: (id, reply) => messageOf(id).replaceWith(replyMessage(version, reply)),
  drop(id) {
    const message = messageOf(id);
    const gap = document.createComment('');
    message.replaceWith(gap);
    return () => gap.replaceWith(message);
  },
  run: (reply, call, label, some = {}) => progress(reply, call, { emoji: '💻', label, ...some }),
  advance(milliseconds) {
    clock += milliseconds;
  },
  settled: () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  isListening: () => socket?.connected === true,
  shown,
};
