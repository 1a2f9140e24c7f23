import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { once } from '../src/bridge/once.ts';
import { runBridge } from '../src/bridge/run-bridge.ts';

// ISOLATED world: sees the page's document, not its scripts.
export default defineUnlistedScript(() => once(globalThis, () => runBridge(window, globalThis)));
