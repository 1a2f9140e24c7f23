/**
 * A line such as `` `📝 Update README` `` may be a marker or a commit message: the line itself does not tell. So what a
 * model wrote is removed only if something shows that Hermes markers are here:
 *
 * - `server`: Hermes itself wrote into this stream, so the site runs Hermes. Its header, the ids of its chunks, its
 *   model's name, its tool events; a delta that is line feed, marker, line feed; or the gaps that it leaves around
 *   markers: none before, a single one between them, and two blank lines after, because the text after a tool begins
 *   with two line feeds (recorded of 0.8.0 and 0.9.0). What people and models write has as many blank lines before as
 *   after.
 * - `text`: a marker has the words that Hermes makes up for its own tools (hermes-words.ts). A model may have copied
 *   them (NousResearch/hermes-agent#6972), so this is evidence about the chat, not the server.
 *
 * Besides the texts, a person may say that a site runs Hermes (`isHermes` in settings.ts).
 *
 * A lone code span with a listed emoji is no evidence, however often it occurs: somebody who asks for commit messages
 * gets one in every reply. Nor are two of them in adjacent lines: that is a choice of two messages.
 */
export type Evidence = 'server' | 'text';
