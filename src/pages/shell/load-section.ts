import type { JSX } from 'preact';
import type { SectionName, SectionProps } from '../../extension/routes.ts';

/** The interface between a section and the page. */
export type SectionView = (props: SectionProps) => JSX.Element;

/** Each is a file of its own that is loaded when it is opened, so that the page opens fast. */
const LOADERS: Readonly<Record<SectionName, () => Promise<SectionView>>> = {
  settings: async () => (await import('../settings/settings-section.tsx')).SettingsSection,
  sites: async () => (await import('../settings/sites-section.tsx')).SitesSection,
  statistics: async () => (await import('../statistics/statistics-section.tsx')).StatisticsSection,
  rules: async () => (await import('../rules/rules-section.tsx')).RulesSection,
  inspector: async () => (await import('../inspector/inspector-section.tsx')).InspectorSection,
  help: async () => (await import('../welcome/help-section.tsx')).HelpSection,
};

/** Loaded sections: one that was shown before appears at once. */
const loaded = new Map<SectionName, SectionView>();

/** @returns a section that was loaded before, null for any other */
export function loadedSection(name: SectionName): SectionView | null {
  return loaded.get(name) ?? null;
}

/** Rejects if its file cannot be read, for instance after the extension was updated while the page was open. */
export async function loadSection(name: SectionName): Promise<SectionView> {
  const view = await LOADERS[name]();
  loaded.set(name, view);
  return view;
}
