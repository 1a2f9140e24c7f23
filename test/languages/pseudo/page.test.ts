import { nothing, testViews, type Scene } from '../../support/pseudo-views.ts';

const SITE = 'http://192.0.2.1:8080';
const LAYERS = {
  everywhere: { badges: false, badgeStay: 'always', repairs: { done: false } },
  site: { badges: true, badgePlace: 'corner', repairs: { done: true } },
  managed: { history: true },
} as const;
const PACK = {
  id: 'my-a',
  name: 'Ωα',
  source: SITE,
  rules: [
    { id: 'a', kind: 'line', pattern: '[ω: {tool}]', tells: 'start', matches: ['[ω: δ]'], keeps: ['ω'] },
    {
      id: 'b',
      kind: 'block',
      pattern: '<ω>',
      until: '</ω>',
      tells: 'nothing',
      matches: ['<ω>\nδ\n</ω>'],
      keeps: ['ω'],
    },
  ],
} as const;

/** @param site null for all sites */
function at(site: string | null) {
  return {
    at: {
      site,
      layers: { ...LAYERS, site: site === null ? null : LAYERS.site },
      packs: [PACK],
      change: () => Promise.resolve(true),
    },
  };
}

async function packNames(): Promise<readonly string[]> {
  const { ALL_PACKS } = await import('../../../src/rules/all-packs.ts');
  return ALL_PACKS.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
}

async function licences(): Promise<readonly string[]> {
  const { LICENCE, PARTS } = await import('../../../src/pages/welcome/licences.ts');
  return [LICENCE, ...PARTS.flat()];
}

function settingsScene(what: string, file: string, view: string, site: string | null): Scene {
  return {
    what: `settings: ${what}`,
    file: `settings/${file}`,
    view,
    props: () => at(site),
    data: packNames,
  };
}

/** A whole section, in a browser with an empty storage. */
function sectionScene(section: string, file: string, view: string, site: string | null, data?: Scene['data']): Scene {
  return {
    what: `${section}: all of it, ${site === null ? 'all sites' : 'one site'}`,
    file,
    view,
    props: () => ({ site, sites: [SITE], go: nothing }),
    data,
  };
}

function statisticsScene(what: string, file: string, view: string, props: Scene['props']): Scene {
  return {
    what: `statistics: ${what}`,
    file: `statistics/${file}`,
    view,
    props,
  };
}

function rulesScene(what: string, file: string, view: string, props: Scene['props']): Scene {
  return {
    what: `rules: ${what}`,
    file: `rules/${file}`,
    view,
    props,
  };
}

/** In English everywhere. */
const REPAIR_NAMES = ['No "[DONE]" at the end'];

const COUNTS = { markers: 7, tools: 5, imitated: 2 };
const BEFORE_AND_SINCE = { before: { calls: 9, imitated: 3 }, since: { calls: 9, imitated: 0 } };

async function days(count: number) {
  const { lastDays } = await import('../../../src/stats/calendar.ts');
  return lastDays(count).map((day) => ({ day, counts: COUNTS }));
}

testViews([
  sectionScene('settings', 'settings/settings-section', 'SettingsSection', null, packNames),
  sectionScene('settings', 'settings/settings-section', 'SettingsSection', SITE, packNames),
  sectionScene('statistics', 'statistics/statistics-section', 'StatisticsSection', null),
  sectionScene('statistics', 'statistics/statistics-section', 'StatisticsSection', SITE),
  sectionScene('rules', 'rules/rules-section', 'RulesSection', SITE, packNames),
  sectionScene('inspector', 'inspector/inspector-section', 'InspectorSection', SITE),
  sectionScene('help', 'welcome/help-section', 'HelpSection', null, licences),
  { what: 'welcome', file: 'welcome/welcome', view: 'Welcome', props: () => ({}), data: () => ['localhost:3000'] },
  {
    what: 'list of sites',
    file: 'parts/site-picker',
    view: 'SitePicker',
    props: () => ({ site: SITE, sites: [], onPick: nothing }),
  },
  {
    what: 'settings: undo',
    file: 'settings/undo-notice',
    view: 'UndoNotice',
    props: () => ({
      undo: { words: 'ω', site: null, request: { type: 'unchoose', origin: null, keys: [] } },
      onUndo: nothing,
    }),
  },
  settingsScene('badges everywhere', 'settings-section', 'BadgesCard', null),
  settingsScene('badges of a site', 'settings-section', 'BadgesCard', SITE),
  settingsScene('cleaning', 'settings-section', 'CleaningCard', SITE),
  { ...settingsScene('repairs', 'repairs-card', 'RepairsCard', SITE), data: () => REPAIR_NAMES },
  settingsScene('packs', 'settings-section', 'PacksCard', null),
  {
    what: 'settings: import',
    data: () => REPAIR_NAMES,
    file: 'settings/import-preview',
    view: 'ImportPreview',
    props: async () => {
      const { compareChoices } = await import('../../../src/settings/compare-choices.ts');
      const none = { everywhere: {}, sites: {}, packs: [] };
      const choices = { everywhere: LAYERS.everywhere, sites: { [SITE]: LAYERS.site }, packs: [PACK] };
      return {
        file: { choices, leftOut: ['ω'], leftOutMore: 2 },
        difference: compareChoices(none, choices),
        packs: [PACK],
        managed: { badges: true },
        onApply: nothing,
        onCancel: nothing,
      };
    },
  },
  statisticsScene('tools', 'statistics-section', 'ToolsCard', () => ({
    tools: [{ tool: 'Ωα', calls: 3, mean: 3000, longest: 4000 }],
  })),
  statisticsScene('calls', 'calls-card', 'CallsCard', async () => ({ days: await days(30) })),
  ...[null, { ...BEFORE_AND_SINCE, cleaned: null }, { ...BEFORE_AND_SINCE, cleaned: 1_000_000_000_000 }].map(
    (comparison, i) =>
      statisticsScene(`faked calls ${i}`, 'statistics-section', 'FakedCard', () => ({
        read: { counts: COUNTS, comparison },
      })),
  ),
  statisticsScene('deleting', 'delete-card', 'DeleteCard', () => ({ site: SITE, sites: [SITE], counts: COUNTS })),
  rulesScene('a pack', 'pack-row', 'PackRow', () => ({
    pack: PACK,
    on: true,
    locked: false,
    status: null,
    onTurn: nothing,
    onReset: null,
    onRemove: nothing,
  })),
  rulesScene('a reply that a pack fits', 'reply-card', 'ReplyCard', () => ({
    start: '[ω: δ]\n> ω',
    packs: [{ pack: PACK, on: false, locked: false }],
    room: true,
    onTurnOn: nothing,
    onSave: nothing,
  })),
  rulesScene('a reply that is clean', 'reply-card', 'ReplyCard', () => ({
    start: '[ω: δ]\n> ω',
    packs: [{ pack: PACK, on: true, locked: false }],
    room: true,
    onTurnOn: nothing,
    onSave: nothing,
  })),
]);
