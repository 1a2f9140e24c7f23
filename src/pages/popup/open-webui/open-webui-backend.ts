/** What the popup asks of the Open WebUI server of a tab's page, always through that page. */
import { createCompanion, type CompanionOutcome, type CompanionReport } from '../../../companion/companion.ts';
import { readOpenWebUi, type OpenWebUi } from '../../../detection/open-webui.ts';
import { createPageCalls } from '../../../detection/page-call.ts';

export interface KnownOpenWebUi {
  /** Null if the page is no Open WebUI; then its server was not asked, or did not answer like one. */
  readonly found: OpenWebUi | null;
  readonly companion: CompanionReport | null;
}

/** @param origin site that the tab's page must belong to, as for the other functions here */
export async function readAll(tabId: number, origin: string): Promise<KnownOpenWebUi> {
  const calls = createPageCalls(tabId, origin);
  const found = await readOpenWebUi(calls);
  return { found, companion: found && (await createCompanion(calls.signedIn).read()) };
}

/** Installs, updates or switches on, whichever is needed. */
export function install(tabId: number, origin: string): Promise<CompanionOutcome> {
  return createCompanion(createPageCalls(tabId, origin).signedIn).install();
}

export function remove(tabId: number, origin: string): Promise<CompanionOutcome> {
  return createCompanion(createPageCalls(tabId, origin).signedIn).remove();
}
