import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isSandboxed } from '../src/bridge/handoff.ts';
import { runOncePerWorld } from '../src/bridge/run-once-per-world.ts';
import { runBridge } from '../src/bridge/run-bridge.ts';

// ISOLATED world: sees the page's document, not its scripts.
export default defineUnlistedScript(() => {
  if (!isSandboxed(window)) runOncePerWorld(globalThis, () => runBridge(window, globalThis));
});
