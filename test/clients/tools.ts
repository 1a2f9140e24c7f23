/** Names of the tools that calls in the bodies of these tests are for; some clients want to know them. */
export const TOOLS: readonly string[] = ['get_weather', 'get_time', 'write_note'];
