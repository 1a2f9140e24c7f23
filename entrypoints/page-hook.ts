import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isSandboxed } from '../src/bridge/handoff.ts';
import { installHook } from '../src/hook/install.ts';

// MAIN world: the page's own realm.
export default defineUnlistedScript(() => {
  if (!isSandboxed(window)) installHook(window);
});
