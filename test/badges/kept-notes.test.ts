import { beforeEach, expect, test } from 'vitest';
import { createKeptNotes, type FakedMessage } from '../../src/badges/kept-notes.ts';
import type { ReplyBadge } from '../../src/badges/reply/reply-badge.ts';

/** What happened to each badge, in order. */
let changes: string[];
/** Messages that the page shows, and those of them with badges of a reply of this page load. */
let shown: Set<string>;
let own: Map<string, ReplyBadge>;

beforeEach(() => {
  changes = [];
  shown = new Set();
  own = new Map();
});

function badge(name: string): ReplyBadge {
  return {
    recallFaked: (dismissed: boolean) =>
      void changes.push(`${name} ${dismissed ? 'dismissed' : 'warns'}`),
    end: (at: number) => void changes.push(`${name} ended ${at}`),
    draw: () => {
      changes.push(`${name} drawn`);
      return [];
    },
    remove: () => void changes.push(`${name} gone`),
    refresh: () => void changes.push(`${name} refreshed`),
  } as unknown as ReplyBadge;
}

function create() {
  return createKeptNotes({
    isShown: (message) => shown.has(message),
    badgeOf: (message) => own.get(message) ?? null,
    create: (message) => badge(`note ${message}`),
  });
}

function faked(message: string, dismissed = false): FakedMessage {
  return { message, dismissed };
}

/** @returns the changes since the last call */
function news(): string[] {
  return changes.splice(0);
}

test('a note is created once for a message that the page shows, and is removed while the page does not show it', () => {
  const notes = create();
  notes.set([faked('a'), faked('b', true)]);
  notes.draw(0, false);
  expect([notes.isEmpty(), news()]).toEqual([false, []]);

  shown.add('a').add('b');
  notes.draw(1, false);
  // It ended long ago: nothing of it is announced.
  expect(news()).toEqual([
    'note a ended -Infinity',
    'note a warns',
    'note a drawn',
    'note b ended -Infinity',
    'note b dismissed',
    'note b drawn',
  ]);
  shown.delete('a');
  notes.draw(2, false);
  expect(news()).toEqual(['note a gone', 'note b drawn']);
});

test('if the reply already has badges, the note is part of them, and there is no second one', () => {
  const notes = create();
  notes.set([faked('a')]);
  shown.add('a');
  notes.draw(0, false);
  news();

  own.set('a', badge('own'));
  notes.draw(1, false);
  notes.draw(2, false);
  expect(news()).toEqual(['note a gone', 'own warns']);

  // Too many replies: its badges were dropped.
  own.delete('a');
  notes.draw(3, false);
  expect(news()).toEqual(['note a ended -Infinity', 'note a warns', 'note a drawn']);
});

test('a badge gets only changes: what was pressed there a moment ago is not undone', () => {
  const notes = create();
  notes.set([faked('a')]);
  own.set('a', badge('own'));
  notes.draw(0, false);
  news();

  notes.set([faked('a'), faked('b')]);
  notes.draw(1, false);
  expect(news()).toEqual([]);
  notes.set([faked('a', true), faked('b')]);
  notes.draw(2, false);
  expect(news()).toEqual(['own dismissed']);
});

test('a forgotten note is removed, one that is off is removed until the next draw, and all are changed alike', () => {
  const notes = create();
  shown.add('a').add('b');
  notes.set([faked('a'), faked('b')]);
  notes.draw(0, false);
  news();

  notes.each((one) => one.refresh());
  notes.set([faked('b')]);
  expect(news()).toEqual(['note a refreshed', 'note b refreshed', 'note a gone']);
  notes.remove();
  notes.draw(1, false);
  expect(news()).toEqual(['note b gone', 'note b ended -Infinity', 'note b warns', 'note b drawn']);
});
