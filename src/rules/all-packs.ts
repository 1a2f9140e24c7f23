import type { RulePack } from '../normalizer/rules/rule.ts';
import { caipe } from './packs/caipe.ts';
import { flowise } from './packs/flowise.ts';
import { hayhooks } from './packs/hayhooks.ts';
import { hermesDetails } from './packs/hermes-details.ts';
import { hermesOtherMarkers } from './packs/hermes-other-markers.ts';
import { kimi } from './packs/kimi.ts';
import { openWebuiDetails } from './packs/open-webui-details.ts';
import { phidata } from './packs/phidata.ts';
import { WRAPPERS } from './packs/wrappers.ts';

/** The built-in rule packs, all off by default, in the order in which they are shown. */
export const ALL_PACKS: readonly RulePack[] = [
  hermesOtherMarkers,
  hermesDetails,
  openWebuiDetails,
  hayhooks,
  phidata,
  caipe,
  flowise,
  kimi,
  ...WRAPPERS,
];
