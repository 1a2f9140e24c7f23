import { message, words } from '../languages/messages.ts';

/** The toolbar icon and its menu. */
export const iconTexts = words({
  on: (host: string) => message('icon_on', host),
  onInFrame: (host: string) => message('icon_onInFrame', host),
  off: (host: string) => message('icon_off', host),
  settings: 'icon_settings',
  siteSettings: 'icon_siteSettings',
  statistics: 'icon_statistics',
  help: 'icon_help',
  turnOff: 'icon_turnOff',
});
