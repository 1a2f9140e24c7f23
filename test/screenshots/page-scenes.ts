import { inspectorScenes } from './inspector-scenes.ts';
import type { PageScene } from './page-scene.ts';
import { rulesScenes } from './rules-scenes.ts';
import { settingsScenes } from './settings-scenes.ts';
import { statisticsScenes } from './statistics-scenes.ts';
import { welcomeScenes } from './welcome-scenes.ts';

/** Every state of every section of the full page. */
export const pageScenes: Readonly<Record<string, PageScene>> = {
  ...settingsScenes,
  ...statisticsScenes,
  ...inspectorScenes,
  ...welcomeScenes,
  ...rulesScenes,
};

/** Those with pictures in other widths and languages too, and from right to left. */
export const TAKEN_EVERYWHERE: readonly string[] = [
  'settings-all',
  'settings-site',
  'settings-import-left-out',
  'statistics-table',
  'help',
  'rules-own',
  'rules-line',
  'inspector-frames',
  'inspector-all-frames',
  'inspector-json',
];
