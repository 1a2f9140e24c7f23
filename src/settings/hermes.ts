/** What runs Hermes on a site. Pure, as it comes from the storage and from pages. */

/**
 * So that markers are expected in its texts: all models of the site, or none, as a person said; or
 * those that have shown it, by the names under which pages ask for them.
 */
export type Hermes = boolean | readonly string[];

/** Most models of a site that are remembered, and the longest name, in UTF-16 units. */
const MAX_MODELS = 100;
const MAX_MODEL = 200;

/** Returns whether a value can be the name of a model. */
export function isModel(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_MODEL;
}

/** @returns the names in a list, the latest ones if there are too many; none for anything else */
export function readModels(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter(isModel))].slice(-MAX_MODELS) : [];
}

/** @param model undefined if unknown: then only what a person said of the site tells */
export function isHermes(hermes: Hermes, model: string | undefined): boolean {
  return typeof hermes === 'boolean' ? hermes : model !== undefined && hermes.includes(model);
}
