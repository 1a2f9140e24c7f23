import { agUi } from './ag-ui.ts';
import { aiSdk } from './ai-sdk.ts';
import { betterChatGpt } from './better-chat-gpt.ts';
import { bigAgi } from './big-agi.ts';
import type { Client } from './client.ts';
import { eventsourceParser } from './eventsource-parser.ts';
import { fetchEventSourceClient } from './fetch-event-source.ts';
import { hollamaOllama } from './hollama-ollama.ts';
import { hollama } from './hollama.ts';
import { koboldLite } from './kobold-lite.ts';
import { langchain } from './langchain.ts';
import { lobeHub } from './lobe-hub.ts';
import { nextChat } from './next-chat.ts';
import { ollama } from './ollama.ts';
import { openaiHelper } from './openai-helper.ts';
import { openaiStream } from './openai-stream.ts';
import { sseJs } from './sse-js.ts';

/** All clients, in the order of the table. */
export const ALL_CLIENTS: readonly Client[] = [
  openaiStream,
  openaiHelper,
  aiSdk,
  langchain,
  fetchEventSourceClient,
  eventsourceParser,
  sseJs,
  nextChat,
  bigAgi,
  lobeHub,
  koboldLite,
  betterChatGpt,
  hollama,
  ollama,
  hollamaOllama,
  agUi,
];
