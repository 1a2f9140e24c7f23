import OpenAI from 'openai';
import { responseOf } from './client.ts';

/** @returns the OpenAI library of npm, whose `fetch` answers with a body in these pieces */
export function openaiOver(reads: readonly Uint8Array[], contentType: string): OpenAI {
  return new OpenAI({
    apiKey: 'none',
    baseURL: 'http://localhost/v1',
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    logLevel: 'off',
    fetch: () => Promise.resolve(responseOf(reads, contentType)),
  });
}

/** What is asked; no answer here depends on it. */
export const QUESTION = { model: 'm', messages: [{ role: 'user' as const, content: 'go' }] };
