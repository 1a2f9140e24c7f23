import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { runBridge } from '../src/bridge/run-bridge.ts';

// ISOLATED world: sees the page's document, not its scripts.
export default defineUnlistedScript(() => runBridge(window));
