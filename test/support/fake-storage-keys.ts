/** What the fake browser does not have: the keys of its storage alone. */
import { fakeBrowser } from 'wxt/testing/fake-browser';

const { local } = fakeBrowser.storage;

Object.assign(local, { getKeys: async () => Object.keys(await local.get(null)) });
