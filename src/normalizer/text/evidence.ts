/**
 * A line such as `` `📝 Update README` `` may be a marker or a commit message: nothing in it tells. So what a model wrote is
 * taken out only where something shows that markers of Hermes are here:
 *
 * - `server`: Hermes itself wrote into this stream, which makes the site one of Hermes'. Its header, the ids of its chunks,
 *   its model's name, its events of tools; a delta that is line feed, marker, line feed; or the gaps that it leaves around
 *   markers: none before, a single one between them, and two blank lines behind, for the text after a tool begins with two
 *   line feeds (recorded of 0.8.0 and 0.9.0). What people and models write has as many blank lines before as behind.
 * - `text`: a marker has the words that Hermes makes up for its own tools (hermes-words.ts). A model may have copied them
 *   (NousResearch/hermes-agent#6972), so this tells of the chat, not of the server.
 *
 * Beside the texts, a person may say that a site is one of Hermes' (`isHermes` in settings.ts).
 *
 * A lone code span with a listed emoji is no evidence, however many there are: one who asks for commit messages gets one
 * in every reply. Nor are two of them one below the other: that is a choice of two messages.
 */
export type Evidence = 'server' | 'text';
