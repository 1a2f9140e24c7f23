import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { listenForLooks } from '../src/approvals/window.ts';
import { answerRequests } from '../src/extension/messages.ts';
import { createQueue, reportFailure } from '../src/extension/promises.ts';
import { openPage } from '../src/extension/routes.ts';
import { openHealingWhenAsked } from '../src/healing/open-when-asked.ts';
import { keepPacks, type PackRequest } from '../src/rules/own-pack-store.ts';
import { listenForChoices } from '../src/settings/keep-choices.ts';
import { showContextMenu } from '../src/sites/context-menu.ts';
import { listenForGreetings } from '../src/sites/greeting.ts';
import { addToIcon, showIcons } from '../src/sites/icon.ts';
import { listenForWaiting } from '../src/sites/notify.ts';
import { listenForSiteRequests } from '../src/sites/site-switch.ts';
import { listenForCounts } from '../src/stats/counts-listener.ts';

// Synchronous: a browser that starts the background for an event gives that event to listeners
// present now only.
export default defineBackground(() => {
  // One queue for what a person chose, sites that are on included.
  const choices = createQueue();
  listenForSiteRequests(choices);
  listenForChoices(choices);
  answerRequests<PackRequest>(['save-pack', 'delete-pack'], choices, keepPacks);
  listenForCounts(addToIcon);
  openHealingWhenAsked();
  listenForGreetings();
  showIcons();
  listenForWaiting();
  listenForLooks();
  showContextMenu();
  browser.runtime.onInstalled.addListener(({ reason }) => {
    // Never after an update.
    if (reason === 'install')
      openPage('welcome.html').catch(reportFailure('show its welcome page'));
  });
});
