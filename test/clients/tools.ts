/** Names of the tools called in the bodies of these tests; some clients need to know them. */
export const TOOLS: readonly string[] = ['get_weather', 'get_time', 'write_note'];
