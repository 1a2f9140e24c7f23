import type { dialectsWords as english } from '../en/dialects.ts';
import type { Words } from '../language.ts';

export const dialectsWords: Words<typeof english> = {
  'hermes-progress': 'événements d’outils de Hermes',
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  'hermes-session': 'flux de session de Hermes',
  'hermes-runs': 'événements d’exécution de Hermes',
  ollama: 'Ollama',
  lobehub: 'LobeHub',
  'libre-chat': 'LibreChat',
  dify: 'Dify',
  'anything-llm': 'AnythingLLM',
  'hf-chat-ui': 'Hugging Face chat-ui',
  koboldcpp: 'KoboldCpp',
  'ag-ui': 'AG-UI',
  'ai-sdk-messages': 'messages d’AI SDK',
  'ai-sdk-data': 'flux de données d’AI SDK',
  'open-webui': 'événements de chat d’Open WebUI',
};
