/**
 * Names of the events of Hermes that leave a stream of chat chunks whole, as every oracle must
 * know.
 */
export const REMOVED_EVENTS: readonly string[] = [
  'hermes.tool.progress',
  'approval.request',
  'hermes.status',
];
