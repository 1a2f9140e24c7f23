import OpenAI from 'openai';
import type { Asked } from './client.ts';

/** @returns the OpenAI library of npm for this server */
export function openaiFor({ baseURL, apiKey, fetch }: Asked): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    logLevel: 'off',
    fetch,
  });
}

/** @returns the body of the request */
export function questionOf({ model, question }: Asked) {
  return { model, messages: [{ role: 'user' as const, content: question }] };
}
