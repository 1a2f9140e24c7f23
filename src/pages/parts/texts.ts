import { message, words } from '../../languages/messages.ts';

/** The full page around its sections. */
export const pageTexts = words({
  product: 'page_product',
  navigation: 'page_navigation',
  sections: {
    settings: 'page_sections_settings',
    statistics: 'page_sections_statistics',
    rules: 'page_sections_rules',
    inspector: 'page_sections_inspector',
    help: 'page_sections_help',
  },
  show: 'page_show',
  allSites: 'page_allSites',
  notOpened: 'page_notOpened',
  newerData: 'page_newerData',
  reset: 'page_reset',
  resetOne: (name: string) => message('page_resetOne', name),
  locked: 'page_locked',
});
