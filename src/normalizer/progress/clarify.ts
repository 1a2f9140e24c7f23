/**
 * Questions of an agent in its own words: `clarify.request` in the runs of Hermes, read in its
 * source (not released: gateway/platforms/api_server_clarify.py and its test in
 * NousResearch/hermes-agent at c02d0097).
 */
import { isObject, parseJson } from '../json/json-edit.ts';
import type { Clarify, Said } from './progress-types.ts';

/** Most answers that are offered; Hermes offers four. */
const MAX_OFFERS = 20;
/** Longest answer that is offered, in UTF-16 units: a longer one would be no choice, but a text. */
const MAX_OFFER = 300;
/** Longest answer of a person, in UTF-16 units; the agent takes 65 536. */
export const MAX_SAID = 4000;

/**
 * Reads how a question is answered, as a server or a page says it.
 * @param value its `offers` are null or none for an open question
 */
export function readClarify(value: unknown): Clarify | null {
  if (!isObject(value)) return null;
  const offers = value.offers ?? [];
  const isKnown = Array.isArray(offers) && offers.length <= MAX_OFFERS && offers.every(isOffer);
  return { offers: isKnown ? offers : null, several: value.several === true };
}

function isOffer(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_OFFER;
}

/** Reads an answer to such a question: with known fields only, null for anything else. */
export function readSaid({ offers, several }: Clarify, given: unknown): Said | null {
  if (!offers || !isObject(given)) return null;
  const { said } = given;
  if (said === null) return { said };
  if (!Array.isArray(said) || said.length === 0) return null;
  const own = said.filter((text) => !offers.includes(text as string));
  const isOne = several ? new Set(said).size === said.length : said.length === 1;
  return isOne && own.length <= 1 && own.every(isOwn) ? { said: [...(said as string[])] } : null;
}

function isOwn(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_SAID;
}

/**
 * @param write writes JSON
 * @returns the answer as the agent takes it: where several may be chosen, it reads an array
 */
export function responseOf(
  { several }: Clarify,
  { said }: Said,
  write: (value: unknown) => string,
): string | null {
  return said === null ? null : several ? write(said) : (said[0] ?? null);
}

/**
 * Returns whether a server says that it takes such answers. Two other forms, which are proposed,
 * have another body at the same address, or another address; they name other features.
 * @param text its answer to `GET /v1/capabilities`
 */
export function takesSaid(text: string): boolean {
  const json = parseJson(text);
  if (!isObject(json) || !isObject(json.features) || !isObject(json.endpoints)) return false;
  const { run_clarify } = json.endpoints;
  return (
    json.features.run_clarify_response === true &&
    isObject(run_clarify) &&
    run_clarify.method === 'POST' &&
    run_clarify.path === '/v1/runs/{run_id}/clarify'
  );
}
