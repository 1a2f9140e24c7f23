import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';

const root = resolve(import.meta.dirname, '../..');

/** Modules without a test file of their own name, and what tests them instead. Every entry must still be needed. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/badges/badge-box.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/badge-line.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/badges.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/places/content-place.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/places/corner.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/frames.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/look/marks.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/places/placement.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/look/shadow.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/look/styles.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/look/surroundings.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/look/theme-watch.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/places/corner-placement.ts':
    'covered in real browsers by test/e2e/badges.test.ts and test/e2e/open-webui-badges.test.ts',
  'src/badges/copy.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/faked-note.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/chat-uis/generic.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/chat-uis/reply-anchor.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/places/text-spot.ts': 'covered in real browsers by test/e2e/chat-pages.test.ts',
  'src/chat-uis/text-finder.ts': 'covered in real browsers by test/e2e/chat-pages.test.ts',
  'src/pages/popup/frames/frames-backend.ts': 'covered in real browsers by test/e2e/framed-site.test.ts',
  'src/pages/popup/frames/frames.tsx': 'covered in real browsers by test/e2e/framed-site.test.ts',
  'src/pages/popup/frames/use-frames.ts': 'covered in real browsers by test/e2e/framed-site.test.ts',
  'src/badges/places/obstacles.ts': 'covered in real browsers by test/e2e/corner.test.ts',
  'src/bridge/handoff.ts':
    'both ends need a page and two worlds: test/e2e/lifecycle.test.ts and test/e2e/hostile-page.test.ts',
  'src/bridge/isolated-side.ts':
    'both ends need a page and two worlds: test/e2e/lifecycle.test.ts and test/e2e/hostile-page.test.ts',
  'src/hook/bridge.ts':
    'both ends need a page and two worlds: test/e2e/lifecycle.test.ts and test/e2e/hostile-page.test.ts',
  'src/browsers/chrome-scope.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/chromium.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/driver.ts': 'types only',
  'src/browsers/launch.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/enable-site.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/firefox-popup.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/firefox.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/ui-devtools.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/chat-uis/chat-ui.ts': 'types only',
  'src/hook/transports/traffic.ts': 'types only',
  'src/normalizer/dialects/dialect.ts': 'types only',
  'src/doctor/defect-words.ts': 'words only; test/doctor/defects.test.ts asks for each',
  'src/doctor/diagnosis.ts': 'types only',
  'src/normalizer/framing/framing.ts': 'types only',
  'src/normalizer/requests/shapes/request-shape.ts': 'types only',
  'src/normalizer/progress/progress-types.ts': 'types only',
  'src/normalizer/reply/reply-event.ts': 'types only',
  'src/normalizer/bodies/departure.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/bodies/frame-judge.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/bodies/traced-stages.ts': 'test/normalizer/reply/frame-trace.test.ts',
  'src/sites/messages.ts': 'types only',
  'src/cli/build.ts': 'test/meta/manifest.test.ts reads what it built',
  'src/cli/icons.ts': 'draws pictures that are looked at and committed',
  'src/cli/byte-source.ts':
    'test/cli/http-response.test.ts reads by it, and test/doctor/reports.test.ts in pieces of any size',
  'src/cli/normalize-command.ts': 'test/cli/normalize.test.ts',
  'src/cli/output.ts': 'test/cli/normalize.test.ts, in a Node of its own',
  'src/cli/release.ts': 'test/meta/release.test.ts',
  'src/doctor/survey/chat-watch.ts': 'test/doctor/reports.test.ts',
  'src/doctor/survey/followed-calls.ts': 'test/doctor/reports.test.ts',
  'src/doctor/survey/foreign-formats.ts': 'test/doctor/reports.test.ts',
  'src/doctor/survey/responses-watch.ts': 'test/doctor/reports.test.ts',
  'src/cli/socket-recording.ts': 'test/cli/normalize-socket.test.ts',
  'src/demo/badges-seen.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/servers/cache-folder.ts': 'one path',
  'src/demo/conversation.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/hermes-demo.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/servers/hermes.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/recorded-demo.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/dev.ts': 'a command for developers, made of parts that have tests: build, launch, agent server',
  'src/demo/guide.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/run.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/popup-counts.ts': 'in the real popup: test/e2e/figures.ts',
  'src/demo/stage.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/servers/models.ts': 'test/demo/servers/agent-server.test.ts',
  'src/demo/servers/pace.ts': 'test/demo/servers/agent-server.test.ts',
  'src/demo/servers/page-files.ts': 'test/demo/servers/agent-server.test.ts',
  'src/demo/servers/upstream.ts': 'test/demo/servers/agent-server.test.ts',
  'src/demo/servers/local-request.ts': 'test/demo/servers/agent-server.test.ts',
  'src/hook/install.ts':
    'the folder test/compliance, such as test/compliance/response-metadata.test.ts, in real browsers',
  'src/hook/realm/natives.ts':
    'the folder test/compliance, such as test/compliance/response-metadata.test.ts, in real browsers',
  'src/hook/transports/response.ts':
    'the folder test/compliance, such as test/compliance/response-metadata.test.ts, in real browsers',
  'src/normalizer/dialects/all-dialects.ts': 'the table that test/meta/modules.test.ts compares with the files',
  'src/normalizer/dialects/fields.ts': 'test/normalizer/dialects/hermes-progress.test.ts',
  'src/normalizer/framing/frame-splitter.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/repairs/chunks/chunk-notes.ts': 'test/normalizer/repairs/chunks/chunk-repairs.test.ts',
  'src/normalizer/repairs/chunks/choice-repairs.ts': 'test/normalizer/repairs/chunks/chunk-repairs.test.ts',
  'src/normalizer/repairs/chunks/entry-repairs.ts': 'test/normalizer/repairs/chunks/chunk-repairs.test.ts',
  'src/normalizer/repairs/chunks/head-that-waits.ts': 'test/normalizer/repairs/chunks/chunk-repairs.test.ts',
  'src/normalizer/repairs/chunks/waiting-head.ts': 'test/normalizer/repairs/chunks/chunk-repairs.test.ts',
  'src/normalizer/text/fences.ts': 'test/normalizer/text/marker-filter.test.ts',
  'src/normalizer/text/line-scan.ts': 'test/normalizer/text/marker-filter.test.ts',
  'src/normalizer/text/marker-run.ts': 'test/normalizer/text/marker-filter.test.ts',
  'src/badges/look/host-name.ts': 'one name',
  'src/browsers/shadow-roots.ts': 'test/e2e/hostile-page.test.ts reads with it',
  'src/normalizer/framing/frame-tail.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/reply/reply.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/reply/judged.ts': 'types only',
  'src/normalizer/reply/server-traits.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/reply/found-markers.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/reply/growing-texts.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/reply/text-verdicts.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/reply/text-beginning.ts': 'test/normalizer/reply-beginning.test.ts',
  'src/normalizer/framing/ndjson-lines.ts': 'test/normalizer/bodies/stream-normalizer.test.ts',
  'src/normalizer/bodies/json-body.ts': 'test/normalizer/bodies/body-normalizer.test.ts',
  'src/normalizer/text/marker-grammar.ts': 'test/normalizer/text/marker-filter.test.ts',
  'src/normalizer/open-webui/chat-event.ts': 'test/normalizer/socket-io/socket-normalizer.test.ts',
  'src/normalizer/open-webui/socket-reply.ts':
    'test/normalizer/open-webui/chat-cleaner.test.ts and test/normalizer/open-webui/generations.test.ts',
  'src/sites/ask-background.ts': 'every page asks by it: test/e2e/popup.test.ts and test/e2e/settings-page.test.ts',
  'src/sites/version.ts': 'one word of the manifest; test/e2e/popup.test.ts reads it',
  'src/pages/statistics/use-statistics.ts': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/charts/use-width.ts': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/charts/bar-list.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/cleaned-chats.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/calls-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/charts/data-table.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/charts/day-chart.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/delete-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/markers-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/faked-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/large-figures.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/charts/legend.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/patterns.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/period-choice.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/repairs-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/report-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/sites-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/statistics-section.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/statistics/tools-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/pages/rules/import-panel.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/pages/rules/rule-form.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/pages/rules/rules-section.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/pages/rules/tester.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/pages/rules/use-rules.ts': 'real page: test/e2e/rules-page.test.ts',
  'src/pages/rules/problem-field.ts': 'test/pages/rules/draft.test.ts',
  'src/pages/rules/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/healing/texts.ts': 'words only: test/languages/catalogue.test.ts and test/languages/messages.test.ts',
  'src/normalizer/rules/rule.ts': 'types only',
  'src/stats/day.ts': 'types only',
  'src/stats/warnings/read-warnings.ts':
    'test/stats/warnings/keep-warnings.test.ts and test/bridge/kept-warnings.test.ts',
  'src/rules/packs/caipe.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/flowise.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/hayhooks.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/hermes-details.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/hermes-other-markers.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/kimi.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/open-webui-details.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/phidata.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/wrapper-calling-tool.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/wrapper-calling-tool-with.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/wrapper-parameters.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/wrapper-using-tool-bold.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/wrapper-using-tool-italic.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/wrapper-using-tool-quote.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/wrapper-with-arguments.ts': 'test/rules/all-packs.test.ts',
  'src/rules/packs/wrapper-with-input.ts': 'test/rules/all-packs.test.ts',
  'src/companion/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/pages/inspector/connection.ts': 'real page: test/e2e/inspector.test.ts',
  'src/pages/inspector/frame-view.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/pages/inspector/inspector-section.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/pages/inspector/stream-row.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/pages/inspector/stream-view.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/pages/inspector/use-inspection.ts': 'real page: test/e2e/inspector.test.ts',
  'src/pages/inspector/use-open-tabs.ts': 'real page: test/e2e/inspector.test.ts',
  'src/pages/shell/app.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/parts/controls.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/shell/load-section.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/parts/site-picker.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/parts/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/pages/shell/use-route.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/shell/use-section.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/parts/use-sites.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/popup/controls/site-controls.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/pages/welcome/start.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/pages/popup/figures/figures.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/pages/popup/first-look.ts': 'real popup: test/e2e/popup.test.ts',
  'src/pages/popup/foot.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/pages/popup/page-link.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/pages/popup/figures/repairs.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/pages/settings/backend.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/choice-row.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/choices-cards.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/file-card.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/folded-rows.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/import-preview.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/packs-card.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/repairs-card.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/settings-section.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/settings-problem.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/sites-card.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/sites-section.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/parts/side.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/inspector/frame-list.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/badges/notice.ts': 'real page: test/e2e/on-at-once.test.ts',
  'src/hook/realm/are-native.ts': 'natives of a browser: test/e2e/on-at-once.test.ts',
  'src/hook/transports/strangers.ts': 'timings of a browser: test/e2e/on-at-once.test.ts',
  'src/pages/settings/undo-notice.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/pages/settings/use-settings.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/sites/open-page.ts': 'test/pages/welcome/first-run.test.ts and test/sites/context-menu.test.ts',
  'src/sites/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/pages/welcome/help-section.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/pages/welcome/legend-mark.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/pages/welcome/licences.ts': 'real page: test/e2e/welcome.test.ts',
  'src/pages/welcome/pictures.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/pages/welcome/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/pages/welcome/welcome.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/pages/popup/app.tsx': 'real popup: test/e2e/site-switch.test.ts',
  'src/pages/popup/backend.ts': 'real popup: test/e2e/site-switch.test.ts',
  'src/pages/popup/head.tsx': 'real popup: test/e2e/site-switch.test.ts',
  'src/pages/popup/site.tsx': 'real popup: test/e2e/site-switch.test.ts',
  'src/pages/popup/use-popup.ts': 'real popup: test/e2e/site-switch.test.ts',
  'src/pages/popup/use-painted.ts': 'needs frames: real popup, test/e2e/popup.test.ts',
  'src/badges/places/message-placement.ts': 'covered in real browsers by test/e2e/open-webui-badges.test.ts',
  'src/badges/reply-badge.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/chat-uis/silly-tavern.ts': 'covered by the real SillyTavern of test/real/silly-tavern.test.ts',
  'src/chat-uis/open-webui.ts': 'covered in real browsers by test/e2e/open-webui-badges.test.ts',
  'src/companion/open-webui-call.ts': 'types only',
  'src/healing/types.ts': 'types only',
  'src/healing/backups/store.ts': 'types only',
  'src/normalizer/stored-chats/stored-chat-shape.ts': 'types only',
  'src/demo/open-webui-chat.ts':
    'starts and drives real servers: every test of test/real/conversation.test.ts goes through it',
  'src/demo/open-webui-demo.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/servers/open-webui.ts':
    'starts and drives real servers: every test of test/real/conversation.test.ts goes through it',
  'src/healing/backups/indexed-db-store.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/stage/action-bar.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/app.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/backups-section.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/chat-row.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/connection.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/outcomes.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/stage/progress.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/reply-view.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/stage/results-view.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/save-file.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/stage/stage-heading.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/stage/stage-view.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/use-connection.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/healing/use-healing.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/hook/transports/message-data.ts':
    'test/hook/transports/websocket.test.ts and test/compliance/websocket-messages.test.ts',
  'src/pages/popup/open-webui/companion-page.tsx': 'real popup: test/e2e/open-webui-popup.test.ts',
  'src/pages/popup/open-webui/open-webui-backend.ts': 'real popup: test/e2e/open-webui-popup.test.ts',
  'src/pages/popup/open-webui/open-webui-card.tsx': 'real popup: test/e2e/open-webui-popup.test.ts',
  'src/pages/popup/open-webui/use-open-webui.ts': 'real popup: test/e2e/open-webui-popup.test.ts',
  'src/pages/popup/chat/chat-backend.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/pages/popup/chat/chat-card.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/cli/gateway/run.ts': 'test/cli/gateway/options.test.ts and test/cli/gateway/start.test.ts, which run its parts',
  'src/gateway/gateway.ts': 'in the real workerd: test/cli/gateway/start.test.ts',
  'src/gateway/worker.ts': 'in the real workerd: test/cli/gateway/start.test.ts',
  'src/gateway/workerd-config.ts': 'read by the real workerd: test/cli/gateway/start.test.ts',
  'src/package/body-stream.ts': 'test/package/runtimes.test.ts, in every runtime',
  'src/package/chosen-repairs.ts': 'test/package/stream-fixer.test.ts',
  'src/package/doctor.ts': 'test/package/runtimes.test.ts, in every runtime',
  'src/package/with-body.ts': 'test/package/stream-fixer.test.ts',
  'src/pages/popup/chat/use-chat.ts': 'real page: test/e2e/healing-page.test.ts',
};

function modulesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`);
}

function mirrorOf(module: string): string[] {
  const mirror = module.replace(/^src\//, 'test/').replace(/\.(ts|tsx|mjs)$/, '');
  return [`${mirror}.test.ts`, `${mirror}.test.tsx`];
}

const modules = modulesIn('src').filter((file) => !file.includes('/public/') && !file.includes('/chat-page/'));

test('every module has a test of its name, or a stated reason why not', () => {
  const untested = modules.filter((module) => !mirrorOf(module).some((file) => existsSync(join(root, file))));

  expect(untested.toSorted()).toEqual(Object.keys(TESTED_ELSEWHERE).toSorted());
});

test('what is said to test a module is there', () => {
  const named = Object.values(TESTED_ELSEWHERE).flatMap((reason) =>
    [...reason.matchAll(/test\/[\w./-]+\.tsx?/g)].map(([file]) => file),
  );

  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every dialect is asked, and is named like its file', () => {
  const files = readdirSync(join(root, 'src/normalizer/dialects'))
    .map((file) => file.replace('.ts', ''))
    .filter((name) => !['dialect', 'fields', 'all-dialects'].includes(name));

  expect(ALL_DIALECTS.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test('every request shape is asked, and is named like its file', () => {
  const cleaner = readFileSync(join(root, 'src/normalizer/requests/request-cleaner.ts'), 'utf8');
  const files = readdirSync(join(root, 'src/normalizer/requests/shapes')).filter((file) => file !== 'request-shape.ts');

  expect(files.filter((file) => !cleaner.includes(`./shapes/${file}`))).toEqual([]);
  expect(
    files.filter(
      (file) =>
        !readFileSync(join(root, 'src/normalizer/requests/shapes', file), 'utf8').includes(
          `id: '${file.replace('.ts', '')}'`,
        ),
    ),
  ).toEqual([]);
});

test('the transports know nothing of chats: only body.ts, evidence.ts, install.ts and sockets.ts run code of the normalizer', () => {
  const knowing = modulesIn('src/hook').filter((file) =>
    // A map that keeps its size knows nothing of chats either.
    /^import (?!type\b)[^;]*?\/normalizer\/(?!bounded-map\.ts)/m.test(readFileSync(join(root, file), 'utf8')),
  );

  expect(knowing.toSorted()).toEqual([
    'src/hook/body.ts',
    'src/hook/evidence.ts',
    'src/hook/install.ts',
    'src/hook/sockets.ts',
  ]);
});

test('where a file counts its way up to the root of the repository, it gets there, also after a move', () => {
  const paths = globSync('{src,entrypoints,test}/**/*.{ts,tsx,mjs}', { cwd: root }).flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(
        /^const root = resolve\((fileURLToPath\(import\.meta\.url\)|import\.meta\.dirname), '([./]+)'\);$/gim,
      ),
      ([, from = '', up = '']) => [file, resolve(root, from.endsWith('dirname') ? dirname(file) : file, up)],
    ),
  );

  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter(([, path]) => path !== root)).toEqual([]);
});
