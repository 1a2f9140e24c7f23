import { message, words } from '../languages/messages.ts';

/** The toolbar icon and its menu. */
export const iconTexts = words('icon', {
  on: (host: string) => message('icon_on', host),
  onInFrame: (host: string) => message('icon_onInFrame', host),
  off: (host: string) => message('icon_off', host),
  settings: 'page_sections_settings',
  statistics: 'page_sections_statistics',
  help: 'page_sections_help',
});
