import { beforeEach, expect, test } from 'vitest';
import type { PageNotice } from '../../src/badges/notice.ts';
import { offerBadges } from '../../src/bridge/badge-script.ts';
import { createDeferredBadges, type DeferredBadges } from '../../src/bridge/deferred-badges.ts';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { settle } from '../../src/settings/settings.ts';

const ON = settle({});
const QUIET = settle({ imitation: false });

let world: object;
let life: AbortController;
/** What was done to the badges and the notice, in order. */
let done: unknown[];
let deferred: DeferredBadges;

beforeEach(() => {
  world = {};
  life = new AbortController();
  done = [];
  deferred = createDeferredBadges({ document: {} } as Window, world, {
    onLost() {},
    onDeny() {},
    onLook() {},
    signal: life.signal,
  });
});

/** The script with the badges arrives. */
function arrive(notice: Partial<PageNotice> = {}): void {
  const say = (what: string) => (): void => void done.push(what);
  offerBadges(world, {
    works: () => true,
    createPageBadges: () => ({
      set: (settings, enabled) => void done.push(settings.imitation, enabled),
      show: (message) => void done.push(message),
      whereIs: () => 'unknown' as const,
      end: say('end'),
    }),
    createNotice: () => ({
      greet: say('on'),
      askReload: say('reload'),
      askOpen: say('open'),
      noQuestion: say('no question'),
      remove: say('no notice'),
      ...notice,
    }),
  });
}

function ended(reply: number): PageMessage {
  return { type: 'reply-end', reply };
}

test('calls made before the script has loaded are applied once it has: the latest settings first, then each message', () => {
  deferred.badges.set(ON, false);
  deferred.badges.show(ended(1));
  deferred.badges.set(QUIET, true);
  deferred.badges.show(ended(2));
  deferred.notice.greet('on');
  deferred.notice.askReload();
  arrive();
  expect(done).toEqual([false, true, ended(1), ended(2), 'reload']);

  done = [];
  deferred.badges.show(ended(3));
  deferred.badges.set(ON, false);
  deferred.notice.remove();
  deferred.badges.end();
  expect(done).toEqual([ended(3), true, false, 'no notice', 'end']);
});

test('a page that delays the script makes no endless list of messages, and no badge that runs forever', () => {
  const begun: PageMessage = { type: 'reply-text', reply: 1, text: 'a' };
  deferred.badges.set(ON, true);
  for (let i = 0; i < 5000; i++) deferred.badges.show(begun);
  deferred.badges.show(ended(1));
  arrive();
  expect(done).toEqual([
    true,
    true,
    ...Array.from({ length: 1000 }, () => begun),
    ended(1),
    'no notice',
  ]);
});

test('nor an endless list of ends', () => {
  for (let i = 0; i < 5000; i++) deferred.badges.show(ended(i));
  arrive();
  expect(done).toEqual([...Array.from({ length: 2000 }, (_, i) => ended(i)), 'no notice']);
});

test('nothing is shown by a bridge that has shut down', () => {
  deferred.badges.set(ON, true);
  life.abort();
  arrive();

  expect(done).toEqual([]);
});

test('a page that prevents notices prevents nothing else', () => {
  deferred.badges.set(ON, true);
  deferred.notice.greet('on');
  arrive({
    greet() {
      throw new Error('prevented');
    },
  });
  deferred.notice.greet('on');
  deferred.badges.show(ended(1));

  expect(done).toEqual([true, true, ended(1)]);
});
