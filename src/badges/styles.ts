/** Style of everything in our shadow roots. Colours come in as custom properties, computed from the page's own. */
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
}
.box {
  --line: calc(1.5em + 4px);
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
[hidden] { display: none !important; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines.all { max-height: min(60vh, calc(12 * var(--line))); overflow-y: auto; overscroll-behavior: contain; }
.line {
  display: flex;
  align-items: center;
  gap: 0.4em;
  height: var(--line);
  white-space: nowrap;
}
.emoji { flex: none; color: var(--text); }
.emoji.word { font-size: 0.87em; color: var(--quiet); border: 1px solid var(--faint); border-radius: 4px; padding: 0 4px; line-height: 1.3; }
.name { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; }
.mark { flex: none; width: 12px; height: 12px; color: var(--text); opacity: 0.6; }
.mark.ring { display: none; }
.state { flex: none; }
.time { flex: none; font-variant-numeric: tabular-nums; font-size: 0.87em; }
.track { flex: 0 0 64px; height: 3px; margin-inline-start: auto; border-radius: 2px; background: var(--faint); position: relative; overflow: hidden; }
.bar { position: absolute; inset-block: 0; min-width: 2px; border-radius: 2px; background: var(--quiet); }
/* One column, so that the bars share one axis. */
.all .track ~ .time { min-width: 5.5em; text-align: end; }
.running .name {
  color: transparent;
  background: linear-gradient(100deg, var(--quiet) 40%, var(--text) 50%, var(--quiet) 60%) 100% 0 / 300% 100%;
  -webkit-background-clip: text;
  background-clip: text;
  animation: shimmer 2s linear infinite;
}
@keyframes shimmer { to { background-position: 0 0; } }
.fold, .dismiss {
  all: unset;
  box-sizing: border-box;
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: 0.3em;
  height: var(--line);
  font-variant-numeric: tabular-nums;
  cursor: pointer;
}
.fold::after, .dismiss::after { content: ''; position: absolute; inset: -2px -8px; }
.fold:hover, .dismiss:hover { color: var(--text); }
.fold:focus-visible, .dismiss:focus-visible, .lines:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; border-radius: 4px; }
.chevron { flex: none; width: 12px; height: 12px; transition: rotate 110ms ease-out; }
.fold[aria-expanded='true'] .chevron { rotate: 90deg; }
.imitated { display: flex; align-items: flex-start; gap: 0.4em; padding-block: 2px; color: var(--amber); }
.imitated .sign { flex: none; width: 1em; height: 1em; margin-block-start: 0.25em; }
.imitated .dismiss { flex: none; justify-content: center; width: 24px; height: 1.5em; color: var(--amber); }
.imitated .dismiss svg { width: 10px; height: 10px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.stack {
  position: fixed;
  z-index: 2147483647;
  /* Above the place where nearly every chat has its input and send button. */
  inset: auto max(16px, env(safe-area-inset-right)) max(96px, env(safe-area-inset-bottom)) auto;
  display: flex;
  flex-direction: column;
  gap: 8px;
  width: min(320px, calc(100vw - 32px));
  max-height: calc(100vh - 128px);
  overflow: hidden;
  font: 14px/1.5 system-ui, sans-serif;
  pointer-events: none;
}
.box.corner {
  padding: 6px 12px;
  border: 1px solid var(--faint);
  border-radius: 8px;
  background: var(--background);
  box-shadow: 0 2px 12px rgb(0 0 0 / 0.16);
  pointer-events: auto;
}
@media (max-width: 480px) {
  .track { display: none; }
  .all .track ~ .time { margin-inline-start: auto; min-width: auto; }
}
@media (prefers-reduced-motion: reduce) {
  .running .name { animation: none; color: var(--quiet); background: none; }
  .mark.ring { display: block; }
  .chevron { transition: none; }
}
@media (forced-colors: active) {
  .running .name { animation: none; color: CanvasText; background: none; }
  .mark.ring { display: block; }
}
@media print { .box, .stack { display: none; } }
`;
