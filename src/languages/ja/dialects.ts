import type { dialectsWords as english } from '../en/dialects.ts';
import type { Words } from '../language.ts';

export const dialectsWords: Words<typeof english> = {
  'hermes-progress': 'Hermes のツールイベント',
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  'hermes-session': 'Hermes のセッションストリーム',
  'hermes-runs': 'Hermes の実行イベント',
  ollama: 'Ollama',
  lobehub: 'LobeHub',
  'libre-chat': 'LibreChat',
  dify: 'Dify',
  'anything-llm': 'AnythingLLM',
  'hf-chat-ui': 'Hugging Face chat-ui',
  koboldcpp: 'KoboldCpp',
  'ag-ui': 'AG-UI',
  'ai-sdk-messages': 'AI SDK のメッセージ',
  'ai-sdk-data': 'AI SDK のデータストリーム',
  'open-webui': 'Open WebUI のチャットイベント',
};
