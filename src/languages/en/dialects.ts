/** Names of the formats of streams, by the id of the dialect. */
export const dialectsWords = {
  'hermes-progress': 'tool events of Hermes',
  'openai-chat': 'OpenAI chat completions',
  'openai-responses': 'OpenAI responses',
  'hermes-session': 'session stream of Hermes',
  'hermes-runs': 'run events of Hermes',
  ollama: 'Ollama',
  lobehub: 'LobeHub',
  'libre-chat': 'LibreChat',
  dify: 'Dify',
  'anything-llm': 'AnythingLLM',
  'hf-chat-ui': 'Hugging Face chat-ui',
  koboldcpp: 'KoboldCpp',
  'ag-ui': 'AG-UI',
  'ai-sdk-messages': 'AI SDK messages',
  'ai-sdk-data': 'AI SDK data stream',
  'open-webui': 'chat events of Open WebUI',
};
