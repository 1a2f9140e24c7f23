/**
 * Dialects in words, in English in every language, as a diagnosis is; by id, of which the events of
 * a socket have a separate one. `server`: the only one that sends it; null if there are several.
 */
export const DIALECT_NAMES: Readonly<
  Record<string, { readonly format: string; readonly server: string | null }>
> = {
  'hermes-progress': { format: 'tool events of Hermes', server: null },
  'openai-chat': { format: 'OpenAI chat completions', server: null },
  'openai-responses': { format: 'OpenAI responses', server: null },
  'hermes-session': { format: 'session stream of Hermes', server: null },
  'hermes-runs': { format: 'run events of Hermes', server: null },
  ollama: { format: 'Ollama', server: 'Ollama' },
  lobehub: { format: 'LobeHub', server: 'LobeHub' },
  koboldcpp: { format: 'KoboldCpp', server: 'KoboldCpp' },
  'ag-ui': { format: 'AG-UI', server: 'an AG-UI agent, such as those of CopilotKit' },
  'ai-sdk-messages': { format: 'AI SDK messages', server: 'an app of the AI SDK' },
  'ai-sdk-data': { format: 'AI SDK data stream', server: 'an app of the AI SDK before version 5' },
  unknown: { format: 'unnamed format', server: null },
  'anthropic-messages': { format: 'Anthropic Messages, which pass unread', server: null },
  gemini: { format: 'Gemini, which passes unread', server: null },
  dify: { format: 'Dify', server: 'Dify' },
  'text-completions': {
    format: 'text completions, which are no chat completions',
    server: null,
  },
  'llama-completions': { format: "text completions in llama.cpp's own form", server: 'llama.cpp' },
  'open-webui': { format: 'chat events of Open WebUI', server: 'Open WebUI' },
};
