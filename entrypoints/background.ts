import { defineBackground } from 'wxt/utils/define-background';
import { openHealingWhenAsked } from '../src/healing/open-when-asked.ts';
import { showContextMenu } from '../src/sites/context-menu.ts';
import { showIcons } from '../src/sites/icon.ts';
import { createQueue } from '../src/sites/queue.ts';
import { listenForSiteRequests } from '../src/sites/site-switch.ts';
import { listenForCounts } from '../src/stats/counts-listener.ts';
import { keepWarnings } from '../src/stats/warnings/keep-warnings.ts';
import { welcomeOnInstall } from '../src/pages/welcome/first-run.ts';

// Synchronous: a browser that starts the background for an event gives that event to listeners present now only.
export default defineBackground(() => {
  const { turnOff } = listenForSiteRequests();
  // One queue for both: what deletes the statistics deletes the warnings too.
  const inTurn = createQueue();
  listenForCounts(inTurn);
  keepWarnings(inTurn);
  openHealingWhenAsked();
  showIcons();
  showContextMenu(turnOff);
  welcomeOnInstall();
});
