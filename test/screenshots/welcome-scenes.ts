/** The help in the full page; the welcome page itself has one state. */
import type { PageScene } from './page-scene.ts';

export const welcomeScenes: Readonly<Record<string, PageScene>> = {
  help: { hash: '#help', storage: {}, until: '.legend' },
  'help-unfolded': {
    hash: '#help',
    storage: {},
    press: ['.help details:first-of-type summary'],
    until: '.legend',
  },
};
