/** The full page around its sections. */
export const pageWords = {
  product: 'Stream Fixer',
  navigation: 'Sections',
  sections: {
    settings: 'Settings',
    statistics: 'Statistics',
    rules: 'Rules',
    inspector: 'Inspector',
    help: 'Help',
  },
  show: 'Show',
  allSites: 'All sites',
  notOpened: 'This section could not be opened. Reload the page.',
  reset: 'Reset',
  resetOne: (name: string) => `Reset: ${name}`,
  locked: 'Set by your administrator',
};
