import { expect, test, vi } from 'vitest';
import { awaitBadges, offerBadges, type BadgeScript } from '../../src/bridge/badge-script.ts';

function scriptThat(works: () => boolean): BadgeScript {
  return { createPageBadges: vi.fn(), createNotice: vi.fn(), works };
}

test('bridge and badges meet in either order, unseen by anybody who lists the properties of their world', () => {
  const world = {};
  const script = scriptThat(() => true);
  const early = vi.fn();
  const late = vi.fn();

  awaitBadges(world, early, new AbortController().signal);
  expect(early).not.toHaveBeenCalled();
  offerBadges(world, script);
  awaitBadges(world, late, new AbortController().signal);

  expect(early.mock.calls).toEqual([[script]]);
  expect(late.mock.calls).toEqual([[script]]);
  expect(Object.keys(world)).toEqual([]);
});

test('a script injected twice is taken once, and replaced when it no longer works', () => {
  const world = {};
  let works = true;
  const first = scriptThat(() => works);
  const second = scriptThat(() => true);
  const take = vi.fn();

  awaitBadges(world, take, new AbortController().signal);
  offerBadges(world, first);
  offerBadges(world, second);
  expect(take.mock.calls).toEqual([[first]]);

  works = false;
  const next = vi.fn();
  awaitBadges(world, next, new AbortController().signal);
  expect(next).not.toHaveBeenCalled();
  offerBadges(world, second);
  expect(next.mock.calls).toEqual([[second]]);
  expect(take).toHaveBeenCalledOnce();
});

test('a bridge that has shut down no longer waits', () => {
  const world = {};
  const take = vi.fn();
  const life = new AbortController();
  awaitBadges(world, take, life.signal);
  life.abort();

  offerBadges(
    world,
    scriptThat(() => true),
  );

  expect(take).not.toHaveBeenCalled();
});
