import { defineBackground } from 'wxt/utils/define-background';
import { openHealingWhenAsked } from '../src/healing/open-when-asked.ts';
import { showContextMenu } from '../src/sites/context-menu.ts';
import { showIcons } from '../src/sites/icon.ts';
import { listenForSiteRequests } from '../src/sites/site-switch.ts';
import { listenForCounts } from '../src/stats/counts-listener.ts';
import { welcomeOnInstall } from '../src/pages/welcome/first-run.ts';

// Synchronous: a browser that starts the background for an event gives that event to listeners present now only.
export default defineBackground(() => {
  const { turnOff } = listenForSiteRequests();
  listenForCounts();
  openHealingWhenAsked();
  showIcons();
  showContextMenu(turnOff);
  welcomeOnInstall();
});
