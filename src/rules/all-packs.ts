import type { RulePack } from '../normalizer/rules/rule.ts';
import { caipe } from './packs/caipe.ts';
import { flowise } from './packs/flowise.ts';
import { hayhooks } from './packs/hayhooks.ts';
import { hermesDetails } from './packs/hermes-details.ts';
import { hermesOtherMarkers } from './packs/hermes-other-markers.ts';
import { kimi } from './packs/kimi.ts';
import { openWebuiDetails } from './packs/open-webui-details.ts';
import { phidata } from './packs/phidata.ts';
import { wrapperCallingTool } from './packs/wrapper-calling-tool.ts';
import { wrapperCallingToolWith } from './packs/wrapper-calling-tool-with.ts';
import { wrapperParameters } from './packs/wrapper-parameters.ts';
import { wrapperUsingToolBold } from './packs/wrapper-using-tool-bold.ts';
import { wrapperUsingToolItalic } from './packs/wrapper-using-tool-italic.ts';
import { wrapperUsingToolQuote } from './packs/wrapper-using-tool-quote.ts';
import { wrapperWithArguments } from './packs/wrapper-with-arguments.ts';
import { wrapperWithInput } from './packs/wrapper-with-input.ts';

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
  wrapperCallingTool,
  wrapperCallingToolWith,
  wrapperUsingToolBold,
  wrapperUsingToolQuote,
  wrapperUsingToolItalic,
  wrapperParameters,
  wrapperWithArguments,
  wrapperWithInput,
];
