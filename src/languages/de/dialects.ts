import type { dialectsWords as english } from '../en/dialects.ts';
import type { Words } from '../language.ts';

export const dialectsWords: Words<typeof english> = {
  'hermes-progress': 'Tool-Ereignisse von Hermes',
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  'hermes-session': 'Sitzungs-Stream von Hermes',
  'hermes-runs': 'Lauf-Ereignisse von Hermes',
  ollama: 'Ollama',
  lobehub: 'LobeHub',
  'libre-chat': 'LibreChat',
  dify: 'Dify',
  'anything-llm': 'AnythingLLM',
  'hf-chat-ui': 'Hugging Face chat-ui',
  koboldcpp: 'KoboldCpp',
  'ag-ui': 'AG-UI',
  'ai-sdk-messages': 'Nachrichten des AI SDK',
  'ai-sdk-data': 'Datenstrom des AI SDK',
  'open-webui': 'Chat-Ereignisse von Open WebUI',
};
