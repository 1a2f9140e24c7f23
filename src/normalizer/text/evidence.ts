import VENDORS from '../tables/vendors.json' with { type: 'json' };

/**
 * A line such as `` `📝 Update README` `` may be a marker or a commit message: the line itself does
 * not tell. So what a model wrote is removed only if something proves that Hermes markers are here:
 *
 * - `server`: Hermes itself wrote this response, so the model that was asked is Hermes: its header,
 *   the ids of its chunks, its model's name, its tool events.
 * - `text`: the text itself, which says nothing about the model, only about its chat. A delta is
 *   exactly line feed, marker, line feed; two blank lines follow markers and none precedes them,
 *   because Hermes begins the text after a tool with two line feeds (recorded of 0.8.0 and 0.9.0).
 *   Labels with the words that Hermes makes up for its own tools (marker-grammar.ts), which a model
 *   may have copied (NousResearch/hermes-agent#6972), are evidence only together: if several
 *   replies of one chat begin with them: two in a history, or one in it and the reply to it. One
 *   text may quote them. Of a model that is known as another's (`isAnothersModel`), exactly Hermes'
 *   form is no more than that, either.
 *
 * Besides the responses, a person may say that a site runs Hermes (`isHermes` in settings.ts).
 *
 * Where markers are expected, their surroundings tell them from prose (`createMarkerRun` in
 * removed-ranges.ts). Markers begin a text or directly follow a whole sentence, their labels are
 * such as their tools can have, and no sentence goes on behind them; or two blank lines follow.
 * What stands behind a colon or half a sentence, or is a paragraph of its own between single blank
 * lines, stays, however often it occurs: somebody who asks for commit messages gets one in every
 * reply. Of these, such a paragraph may be a faked call all the same; if a server has written
 * markers of its tool into the chat, that is told (`createFakedCalls` in tool-tracker.ts).
 */
export type Evidence = 'server' | 'text';

/** Whose text it is, as far as that is known. */
export interface TextSource {
  /** The id of its chat; null: unknown. */
  readonly chat: string | null;
  /**
   * The name of its model on its site; '' if whoever asks names none, as there is only one; null:
   * unknown.
   */
  readonly model: string | null;
}

/**
 * Names of models that only their vendors serve, behind those of a provider. The companion reads
 * the same table.
 */
const ANOTHERS = new RegExp(VENDORS.models, 'i');
const HERMES = new RegExp(VENDORS.ours, 'i');

/**
 * Returns whether a model is another's, by the name of its vendor: those that anybody can serve may
 * be behind an agent. Hermes is called `hermes-agent`, by its profile, or by the name that it is
 * asked for, but then its ids tell.
 */
export function isAnothersModel(name: string): boolean {
  return ANOTHERS.test(name) && !HERMES.test(name);
}
