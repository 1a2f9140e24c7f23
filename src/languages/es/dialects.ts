import type { dialectsWords as english } from '../en/dialects.ts';
import type { Words } from '../language.ts';

export const dialectsWords: Words<typeof english> = {
  'hermes-progress': 'eventos de herramientas de Hermes',
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  'hermes-session': 'flujo de sesión de Hermes',
  'hermes-runs': 'eventos de ejecución de Hermes',
  ollama: 'Ollama',
  lobehub: 'LobeHub',
  'libre-chat': 'LibreChat',
  dify: 'Dify',
  'anything-llm': 'AnythingLLM',
  'hf-chat-ui': 'Hugging Face chat-ui',
  koboldcpp: 'KoboldCpp',
  'ag-ui': 'AG-UI',
  'ai-sdk-messages': 'mensajes de AI SDK',
  'ai-sdk-data': 'flujo de datos de AI SDK',
  'open-webui': 'eventos de chat de Open WebUI',
};
