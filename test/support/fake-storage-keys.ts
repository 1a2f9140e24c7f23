/** What the fake browser does not have: the keys of its storage alone. */
import { fakeBrowser } from 'wxt/testing/fake-browser';

const { local, session } = fakeBrowser.storage;

for (const area of [local, session]) Object.assign(area, { getKeys: async () => Object.keys(await area.get(null)) });
