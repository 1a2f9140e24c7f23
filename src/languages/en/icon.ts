/** The toolbar icon and its menu. */
export const iconWords = {
  on: (host: string) => `Stream Fixer is on for ${host}`,
  onInFrame: (host: string) => `Stream Fixer is on for ${host}, in a frame of this page`,
  off: (host: string) => `Stream Fixer is off for ${host}`,
  settings: 'Settings',
  siteSettings: 'Settings of this site',
  statistics: 'Statistics',
  help: 'Help',
  turnOff: 'Turn off on this site',
};
