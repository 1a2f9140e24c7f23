import { defineBackground } from 'wxt/utils/define-background';
import { answerRequests } from '../src/extension/messages.ts';
import { createQueue } from '../src/extension/promises.ts';
import { openHealingWhenAsked } from '../src/healing/open-when-asked.ts';
import { welcomeOnInstall } from '../src/pages/welcome/first-run.ts';
import { keepPacks, readPackRequest } from '../src/rules/own-pack-store.ts';
import { listenForChoices } from '../src/settings/keep-choices.ts';
import { showContextMenu } from '../src/sites/context-menu.ts';
import { showIcons } from '../src/sites/icon.ts';
import { listenForSiteRequests, switchOff } from '../src/sites/site-switch.ts';
import { listenForCounts } from '../src/stats/counts-listener.ts';
import { keepWarnings } from '../src/stats/warnings/keep-warnings.ts';

// Synchronous: a browser that starts the background for an event gives that event to listeners present now only.
export default defineBackground(() => {
  // One queue for what a person chose, sites that are on included.
  const choices = createQueue();
  listenForSiteRequests(choices);
  listenForChoices(choices);
  answerRequests(readPackRequest, choices, keepPacks);
  // One queue for both: what deletes the statistics deletes the warnings too.
  const figures = createQueue();
  listenForCounts(figures);
  keepWarnings(figures);
  openHealingWhenAsked();
  showIcons();
  showContextMenu((origin) => choices(() => switchOff(origin)));
  welcomeOnInstall();
});
