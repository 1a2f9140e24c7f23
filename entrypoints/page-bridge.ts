import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { runOncePerWorld } from '../src/bridge/run-once-per-world.ts';
import { runBridge } from '../src/bridge/run-bridge.ts';

// ISOLATED world: sees the page's document, not its scripts.
export default defineUnlistedScript(() => runOncePerWorld(globalThis, () => runBridge(window, globalThis)));
