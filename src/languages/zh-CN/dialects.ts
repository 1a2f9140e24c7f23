import type { dialectsWords as english } from '../en/dialects.ts';
import type { Words } from '../language.ts';

export const dialectsWords: Words<typeof english> = {
  'hermes-progress': 'Hermes 工具事件',
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  'hermes-session': 'Hermes 会话流',
  'hermes-runs': 'Hermes 运行事件',
  ollama: 'Ollama',
  lobehub: 'LobeHub',
  'libre-chat': 'LibreChat',
  dify: 'Dify',
  'anything-llm': 'AnythingLLM',
  'hf-chat-ui': 'Hugging Face chat-ui',
  koboldcpp: 'KoboldCpp',
  'ag-ui': 'AG-UI',
  'ai-sdk-messages': 'AI SDK 消息',
  'ai-sdk-data': 'AI SDK 数据流',
  'open-webui': 'Open WebUI 聊天事件',
};
