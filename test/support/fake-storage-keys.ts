/** Adds what the fake browser lacks: `getKeys` of its storage. */
import { fakeBrowser } from 'wxt/testing/fake-browser';

const { local, session } = fakeBrowser.storage;

for (const area of [local, session])
  Object.assign(area, { getKeys: async () => Object.keys(await area.get(null)) });
