import { beforeEach, expect, test } from 'vitest';
import type { PageNotice } from '../../src/badges/notice.ts';
import { offerBadges } from '../../src/bridge/badge-script.ts';
import { createLateBadges, type LateBadges } from '../../src/bridge/late-badges.ts';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { settle } from '../../src/settings/settings.ts';

const ON = settle({});
const CORNER = settle({ badgePlace: 'corner' });

let world: object;
let life: AbortController;
/** What was done to the badges and the notice, in order. */
let done: unknown[];
let late: LateBadges;

beforeEach(() => {
  world = {};
  life = new AbortController();
  done = [];
  late = createLateBadges({ document: {} } as Window, world, { onLost() {}, signal: life.signal });
});

/** The script with the badges arrives. */
function arrive(notice: Partial<PageNotice> = {}): void {
  const say = (what: string) => (): void => void done.push(what);
  offerBadges(world, {
    works: () => true,
    createPageBadges: () => ({
      set: (settings, enabled) => void done.push(settings.badgePlace, enabled),
      show: (message) => void done.push(message),
      end: say('end'),
    }),
    createNotice: () => ({ tellOn: say('on'), askReload: say('reload'), remove: say('no notice'), ...notice }),
  });
}

function ended(reply: number): PageMessage {
  return { type: 'reply-end', reply };
}

test('what happens before the script is there takes effect when it is: the latest settings first, then each message', () => {
  late.badges.set(ON, false);
  late.badges.show(ended(1));
  late.badges.set(CORNER, true);
  late.badges.show(ended(2));
  late.notice.tellOn();
  late.notice.askReload();
  arrive();
  expect(done).toEqual(['corner', true, ended(1), ended(2), 'reload']);

  done = [];
  late.badges.show(ended(3));
  late.badges.set(ON, false);
  late.notice.remove();
  late.badges.end();
  expect(done).toEqual([ended(3), 'reply', false, 'no notice', 'end']);
});

test('a page cannot make an endless list of messages by delaying the script', () => {
  late.badges.set(ON, true);
  for (let i = 0; i < 5000; i++) late.badges.show(ended(i));
  arrive();

  expect(done.slice(0, 3)).toEqual(['reply', true, ended(0)]);
  expect(done.length).toBeLessThan(2000);
});

test('nothing is shown by a bridge that has shut down', () => {
  late.badges.set(ON, true);
  life.abort();
  arrive();

  expect(done).toEqual([]);
});

test('a page that prevents notices prevents nothing else', () => {
  late.badges.set(ON, true);
  late.notice.tellOn();
  arrive({
    tellOn() {
      throw new Error('prevented');
    },
  });
  late.notice.tellOn();
  late.badges.show(ended(1));

  expect(done).toEqual(['reply', true, ended(1)]);
});
