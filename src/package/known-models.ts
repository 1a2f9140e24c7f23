import { remember } from '../lib/bounded-map.ts';
import { createKnownEvidence, type KnownEvidence } from '../normalizer/requests/known-evidence.ts';

/** Models remembered; beyond, the oldest is dropped. */
const MAX_MODELS = 200;

const MODEL = /"model"\s*:\s*"((?:[^"\\]|\\.)*)"/;

/** @returns a function that finds what is known of the model that the body of a request names, at the server of `url` */
export function createKnownModels(isHermes = false): (url: string, body: string) => KnownEvidence {
  const models = new Map<string, KnownEvidence>();
  return (url, body) => {
    const name = `${new URL(url, 'http://here').origin} ${MODEL.exec(body)?.[1] ?? ''}`;
    const known = models.get(name) ?? createKnownEvidence(() => isHermes || null);
    remember(models, name, known, MAX_MODELS);
    return known;
  };
}
