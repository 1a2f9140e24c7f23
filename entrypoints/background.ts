import { defineBackground } from 'wxt/utils/define-background';
import { showIcons } from '../src/sites/icon.ts';
import { listenForSiteRequests } from '../src/sites/site-switch.ts';
import { listenForCounts } from '../src/stats/counts.ts';

// Synchronous: a browser that starts the background for an event gives that event to listeners present now only.
export default defineBackground(() => {
  listenForSiteRequests();
  listenForCounts();
  showIcons();
});
