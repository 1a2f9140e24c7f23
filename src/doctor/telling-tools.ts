import HERMES_TOOLS from '../normalizer/tables/hermes-tools.json' with { type: 'json' };

/**
 * Tools of Hermes by names that are no ordinary words: a call of one tells, whatever the server.
 */
export const TELLING_TOOLS: readonly string[] = HERMES_TOOLS.filter(
  (name) => name.includes('_') || name === 'terminal',
);
