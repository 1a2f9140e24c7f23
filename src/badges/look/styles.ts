/** The style sheet of all our shadow roots. Colours are custom properties, computed from the page's own. */
export const badgeStyles = `
:host {
  all: initial !important;
  display: block !important;
  flex: none !important;
  align-self: stretch !important;
  grid-column: 1 / -1 !important;
  min-width: 0 !important;
  max-width: 100% !important;
  color-scheme: inherit !important;
  color: inherit !important;
  font-family: inherit !important;
  font-size: inherit !important;
  visibility: inherit !important;
  pointer-events: inherit !important;
}
:host([hidden]) { display: none !important; }
.box {
  --line: calc(1.5em + 4px);
  --forward: to right;
  /* Of a bar: the shortest call can still be seen. */
  --least: 3px;
  contain: layout style;
  box-sizing: border-box;
  color: var(--quiet);
  font-size: max(12px, var(--size, 1em));
  line-height: 1.5;
  text-align: start;
  /* The reply is what people copy: our lines must not come along. */
  -webkit-user-select: none;
  user-select: none;
}
.box[dir='rtl'] { --forward: to left; }
/* Lines end between phrases where the browser knows them. */
.box:lang(ja) { line-break: strict; word-break: auto-phrase; }
[hidden] { display: none !important; }
.lines { list-style: none; margin: 0; padding: 0; }
.long .lines { max-height: min(60vh, calc(12 * var(--line))); overflow-y: scroll; overscroll-behavior: contain; }
.long .lines, .long .axis { scrollbar-width: thin; scrollbar-gutter: stable; }
.line, .axis, .when { display: flex; align-items: center; gap: 0 0.6em; white-space: nowrap; }
.line { min-height: var(--line); }
button.what:focus-visible { outline: 2px solid var(--text); outline-offset: 1px; border-radius: 4px; }
.what { all: unset; display: flex; align-items: center; gap: 0.4em; min-width: 0; }
button.what { pointer-events: auto; cursor: copy; }
/* A space apart from the name, as in the folded line: the name stays where it is when the reply ends. */
.emoji { flex: none; color: var(--text); white-space: pre; margin-inline-end: -0.4em; }
.emoji::after { content: ' '; }
.emoji.word::after { content: none; }
.emoji.word { margin-inline-end: 0; font-size: 0.87em; color: var(--quiet); border: 1px solid var(--faint); border-radius: 4px; padding: 0 4px; line-height: 1.3; }
.name { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; }
.what.unfolds { cursor: pointer; }
button.what:hover, .what.unfolds[aria-expanded='true'] { color: var(--text); }
.what:not(.unfolds) > .chevron { display: none; }
.line:has(.receipt) { flex-wrap: wrap; }
.receipt { flex: 0 0 100%; min-width: 0; white-space: normal; padding-block: 2px 6px; padding-inline-start: 1.4em; box-sizing: border-box; }
.receipt .error { margin: 0; overflow-wrap: anywhere; }
.receipt .action { text-decoration: underline; text-underline-offset: 0.2em; }
.receipt .title { display: block; font-size: 0.87em; }
.receipt .text {
  margin: 0 0 4px;
  padding: 4px 8px;
  max-height: 12em;
  overflow: auto;
  overscroll-behavior: contain;
  border: 1px solid var(--faint);
  border-radius: 4px;
  color: var(--text);
  font: 0.87em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  pointer-events: auto;
  -webkit-user-select: text;
  user-select: text;
}
.truth { max-width: 44em; overflow-wrap: anywhere; text-wrap: pretty; }
.truth.alarm { color: var(--amber); }
.mark { flex: none; width: 12px; height: 12px; color: var(--text); opacity: 0.6; }
.mark.ring { display: none; }
.state { flex: none; }
.waiting .state, .refused .state { color: var(--amber); }
.failed .state { color: var(--red); }
.time { flex: none; font-variant-numeric: tabular-nums; font-size: 0.87em; }
/*
 * Lines on a time axis: name, bar, time, side by side where there is room and else the name above. No width depends on
 * what a line says, so that all bars share one axis.
 */
.bars { max-width: 52em; padding-block-end: 0.6em; }
.legend { display: flex; align-items: center; justify-content: flex-end; gap: 0.5em; padding-block-start: 4px; font-size: 0.8em; }
.swatch { flex: none; width: 1.6em; height: 0.8em; border: 1px solid var(--faint); background: var(--band); }
.bars .line, .axis { flex-wrap: wrap; }
.bars .line { padding-block: 2px; box-sizing: border-box; }
.bars .what { flex: 1 1 11em; }
/* A long word takes two lines rather than the room of the name. */
.bars .failed .state { flex: 0 99 auto; min-width: 8em; line-height: 1.2; white-space: normal; }
.bars .when { flex: 2 1 13em; align-self: stretch; min-width: 0; }
.bars .time { flex: 0 0 var(--time); line-height: 1.2; text-align: end; }
.track, .scale { flex: 1; min-width: 0; }
.axis { overflow: hidden; }
.axis .what, .axis .time { height: 0; }
.scale { display: flex; justify-content: space-between; border-block-end: 1px solid var(--faint); font-variant-numeric: tabular-nums; }
.scale span { font-size: 0.8em; line-height: 1.4; }
.track {
  position: relative;
  align-self: stretch;
  /* To the edge of its line, so that the waits of all lines are one band. */
  margin-block: -2px;
  min-height: 1em;
  box-sizing: border-box;
  border-inline: 1px solid var(--faint);
  background: var(--waits);
}
.bar {
  position: absolute;
  inset-block: calc(50% - 4px);
  box-sizing: border-box;
  min-width: var(--least);
  border-radius: 2px;
  background: var(--quiet);
}
/* Nobody knows when it was over: hollow, and open at its end. */
.ended .bar { border: 1.5px solid var(--quiet); border-inline-end: 0; background: none; border-start-end-radius: 0; border-end-end-radius: 0; }
.failed .bar, .refused .bar { background: repeating-linear-gradient(135deg, var(--quiet) 0 2px, transparent 2px 4px); outline: 1px solid var(--quiet); outline-offset: -1px; }
.running .name {
  color: transparent;
  background: linear-gradient(100deg, var(--quiet) 40%, var(--text) 50%, var(--quiet) 60%) 100% 0 / 300% 100%;
  -webkit-background-clip: text;
  background-clip: text;
  animation: shimmer 2s linear infinite;
}
@keyframes shimmer { to { background-position: 0 0; } }
.fold, .dismiss, .recall, .action {
  all: unset;
  box-sizing: border-box;
  position: relative;
  /* In the corner nothing else takes clicks: the page below gets them. */
  pointer-events: auto;
  display: inline-flex;
  align-items: center;
  gap: 0.3em;
  min-height: var(--line);
  font-variant-numeric: tabular-nums;
  cursor: pointer;
}
/* As large as a finger, without room of its own. */
.fold::after, .dismiss::after, .recall::after, .action::after { content: ''; position: absolute; inset-block: min(0px, (100% - 32px) / 2); inset-inline: -8px; }
.fold:hover, .dismiss:hover, .recall:hover, .action:hover { color: var(--text); }
.fold:focus-visible, .dismiss:focus-visible, .recall:focus-visible, .action:focus-visible, .lines:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; border-radius: 4px; }
.lines:focus-visible { outline-offset: -2px; }
.head { display: flex; align-items: center; gap: 0.6em; }
.recall { justify-content: center; min-width: 24px; color: var(--amber); }
.recall .sign { width: 1em; height: 1em; }
.chevron { flex: none; width: 12px; height: 12px; transition: rotate 110ms ease-out; }
.box[dir='rtl'] .chevron { rotate: 180deg; }
.box [aria-expanded='true'] > .chevron { rotate: 90deg; }
.faked { display: flex; align-items: flex-start; gap: 0.4em; padding-block: 2px; color: var(--amber); }
.faked .sign { flex: none; width: 1em; height: 1em; margin-block-start: 0.25em; }
.faked .body { flex: 0 1 auto; min-width: 0; max-width: 44em; text-align: -webkit-match-parent; text-align: match-parent; }
.sentence, .because { display: block; margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }
.because { padding-block-end: 4px; color: var(--quiet); }
.actions { display: flex; flex-wrap: wrap; gap: 0 20px; }
.faked .action { color: var(--amber); text-decoration: underline; text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
.faked .action:hover, .faked .dismiss:hover { color: var(--text); }
.faked .dismiss { flex: none; justify-content: center; width: 24px; min-height: 1.5em; color: var(--amber); }
.faked .dismiss svg { width: 10px; height: 10px; }
.card {
  box-sizing: border-box;
  max-width: 44em;
  margin-block: 4px 8px;
  padding: 8px 12px 10px;
  border: 1px solid var(--amber);
  border-radius: 8px;
  color: var(--text);
  pointer-events: auto;
}
.asks, .reason, .problem { text-align: -webkit-match-parent; text-align: match-parent; overflow-wrap: anywhere; text-wrap: pretty; }
.asks { font-weight: 600; }
.asks::before { content: '⏳ '; }
.command {
  max-height: min(40vh, 20em);
  margin-block: 6px;
  padding: 6px 10px;
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 1px solid var(--faint);
  border-radius: 6px;
  background: var(--band);
  font: 0.93em/1.5 ui-monospace, monospace;
  text-align: start;
  /* No run of blanks can push the rest out of sight. */
  white-space: break-spaces;
  overflow-wrap: anywhere;
  unicode-bidi: isolate;
}
.odd { margin-inline: 1px; padding-inline: 3px; border: 1px solid; border-radius: 3px; color: var(--amber); font-size: 0.87em; unicode-bidi: isolate; }
.end { margin-block-start: 2px; color: var(--quiet); font-family: inherit; font-size: 0.87em; }
.end::before { content: '— '; }
.end::after { content: ' —'; }
.corner .card { margin-block: 4px; padding-inline: 10px; }
.corner .command { max-height: min(25vh, 20em); }
.reason { color: var(--quiet); }
.answers { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; margin-block-start: 8px; }
.answer, .more { all: unset; box-sizing: border-box; min-height: 36px; padding: 4px 14px; cursor: pointer; }
.answer { min-width: 10em; border: 1px solid var(--quiet); border-radius: 8px; text-align: center; }
.answer:hover { background: var(--band); }
.answer:disabled { opacity: 0.5; cursor: default; }
.more { color: var(--quiet); }
.more:hover { color: var(--text); }
.answer:focus-visible, .more:focus-visible, .command:focus-visible { outline: 2px solid var(--text); outline-offset: 1px; border-radius: 8px; }
.problem:not(:empty) { margin-block-start: 8px; color: var(--amber); -webkit-user-select: text; user-select: text; }
.notice {
  position: fixed;
  z-index: 2147483647;
  inset-block-start: max(12px, env(safe-area-inset-top));
  inset-inline: 16px;
  width: fit-content;
  max-width: min(560px, calc(100vw - 32px));
  box-sizing: border-box;
  margin-inline: auto;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 6px 14px;
  border: 1px solid rgb(17 24 39 / 0.12);
  border-radius: 18px;
  background: rgb(255 255 255);
  color: rgb(31 41 55);
  box-shadow: 0 4px 16px rgb(0 0 0 / 0.14);
  font: 14px/1.5 system-ui, sans-serif;
  text-align: start;
  /* Over what people press: the page below gets the clicks. */
  pointer-events: none;
  visibility: hidden;
}
.notice.shown { visibility: visible; animation: arrive 160ms ease-out; }
.notice.dark { border-color: rgb(255 255 255 / 0.16); background: rgb(38 38 38); color: rgb(236 236 236); }
.notice.offers { padding-inline-end: 8px; }
.notice .dot { flex: none; width: 8px; height: 8px; border-radius: 50%; background: rgb(15 118 110); }
.notice.dark .dot { background: rgb(45 212 191); }
.notice.due .dot { background: rgb(180 83 9); }
.notice.dark.due .dot { background: rgb(251 191 36); }
/* In a narrow window, what to press is below. */
.notice .words { flex: 1 1 14em; min-width: 0; overflow-wrap: anywhere; text-wrap: pretty; }
.notice .next { all: unset; flex: 0 1 auto; box-sizing: border-box; min-height: 32px; padding: 4px 12px; border-radius: 8px; background: rgb(15 118 110); color: white; font-weight: 600; cursor: pointer; pointer-events: auto; }
.notice .next:hover { background: rgb(17 94 89); }
.notice .next:focus-visible { outline: 2px solid rgb(15 118 110); outline-offset: 2px; }
.notice.dark .next:focus-visible { outline-color: rgb(45 212 191); }
.notice .dismiss { flex: none; justify-content: center; width: 32px; min-height: 32px; }
.notice .dismiss:hover { color: inherit; }
.notice .dismiss:focus-visible { outline-color: currentcolor; }
@media (max-width: 479px) { .notice .next { order: 1; } }
.notice .dismiss svg { width: 12px; height: 12px; }
@keyframes arrive { from { opacity: 0; translate: 0 -6px; } }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.stack {
  position: fixed;
  z-index: 2147483647;
  /* Above the place where nearly every chat has its input and send button. */
  inset-block: auto max(96px, env(safe-area-inset-bottom));
  inset-inline: auto max(16px, env(safe-area-inset-left), env(safe-area-inset-right));
  display: flex;
  flex-direction: column;
  justify-content: flex-end;
  gap: 8px;
  width: min(320px, calc(100vw - 32px));
  max-height: calc(100vh - 128px);
  /* What does not fit is cut, the shadows around it are not. */
  clip-path: inset(-16px);
  font: 14px/1.5 system-ui, sans-serif;
  pointer-events: none;
}
.box.corner {
  padding: 6px 12px;
  border: 1px solid var(--faint);
  border-radius: 8px;
  background: var(--background);
  box-shadow: 0 2px 12px rgb(0 0 0 / 0.16);
}
@media (prefers-reduced-motion: reduce) {
  .running .name { animation: none; color: var(--quiet); background: none; }
  .mark.ring { display: block; }
  .chevron { transition: none; }
  .notice.shown { animation: none; }
}
@media (forced-colors: active) {
  .running .name { animation: none; color: CanvasText; background: none; }
  .mark.ring { display: block; }
  .notice .dot { border: 4px solid CanvasText; box-sizing: border-box; }
  .notice .next { border: 1px solid ButtonBorder; }
  /* The browser takes every background away but that of the page. */
  .bar, .ended .bar { forced-color-adjust: none; border-color: CanvasText; }
  .bar { background: CanvasText; }
  .failed .bar, .refused .bar { background: repeating-linear-gradient(135deg, CanvasText 0 2px, transparent 2px 4px); outline-color: CanvasText; }
  .track { background: none; }
  .legend { display: none; }
}
@media print { .box, .stack { display: none; } }
`;
