import { gateway } from './servers/gateway.ts';
import { hermes } from './servers/hermes.ts';
import { llamaCppFull, llamaCppNameOnly } from './servers/llama-cpp.ts';
import { messages, responses } from './servers/named-events.ts';
import { ollama } from './servers/ollama.ts';
import { openai } from './servers/openai.ts';
import type { Server } from './servers/server.ts';
import { vllm } from './servers/vllm.ts';

/** Correct servers, by name: nothing in their streams may be changed. */
export const SERVERS: Readonly<Record<string, Server>> = {
  openai,
  gateway,
  'llama.cpp until March 2026': llamaCppFull,
  'llama.cpp with names alone': llamaCppNameOnly,
  vllm,
  ollama,
  hermes,
  responses,
  messages,
};
