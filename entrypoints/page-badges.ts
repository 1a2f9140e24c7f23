import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createNotice } from '../src/badges/notice.ts';
import { offerBadges } from '../src/bridge/badge-script.ts';
import { isOrphaned } from '../src/bridge/run-once-per-world.ts';
import { createPageBadges } from '../src/bridge/page-badges.ts';

// ISOLATED world, beside the bridge.
export default defineUnlistedScript(() =>
  offerBadges(globalThis, { createPageBadges, createNotice, works: () => !isOrphaned() }),
);
