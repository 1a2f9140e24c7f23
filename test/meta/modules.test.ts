import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';

const root = resolve(import.meta.dirname, '../..');

/** Modules without a test file of their own name, and what tests them instead. Every entry must still be needed. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/badges/badge-box.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/badge-line.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/badges.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/content-place.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/corner.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/frames.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/marks.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/placement.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/shadow.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/styles.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/surroundings.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/theme-watch.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/corner-placement.ts': 'covered in real browsers by test/e2e/badges.test.ts and test/e2e/open-webui-badges.test.ts',
  'src/badges/imitation-note.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/chat-uis/generic.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/chat-uis/reply-anchor.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/badges/text-spot.ts': 'covered in real browsers by test/e2e/chat-pages.test.ts',
  'src/chat-uis/text-finder.ts': 'covered in real browsers by test/e2e/chat-pages.test.ts',
  'src/popup/frames-backend.ts': 'covered in real browsers by test/e2e/framed-site.test.ts',
  'src/popup/frames.tsx': 'covered in real browsers by test/e2e/framed-site.test.ts',
  'src/popup/use-frames.ts': 'covered in real browsers by test/e2e/framed-site.test.ts',
  'src/badges/obstacles.ts': 'covered in real browsers by test/e2e/corner.test.ts',
  'src/bridge/handoff.ts': 'both ends need a page and two worlds: test/e2e/lifecycle.test.ts and test/e2e/hostile-page.test.ts',
  'src/bridge/isolated-side.ts': 'both ends need a page and two worlds: test/e2e/lifecycle.test.ts and test/e2e/hostile-page.test.ts',
  'src/bridge/main-side.ts': 'both ends need a page and two worlds: test/e2e/lifecycle.test.ts and test/e2e/hostile-page.test.ts',
  'src/browsers/chrome-scope.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/chromium.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/driver.ts': 'types only',
  'src/browsers/launch.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/enable-site.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/firefox-popup.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/firefox.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/browsers/ui-devtools.ts': 'drives browsers: every test of test/e2e/site-switch.test.ts goes through it',
  'src/chat-uis/chat-ui.ts': 'types only',
  'src/hook/body-transform.ts': 'types only',
  'src/normalizer/dialects/dialect.ts': 'types only',
  'src/normalizer/doctor/defect-words.ts': 'words only; test/normalizer/doctor/defects.test.ts asks for each',
  'src/normalizer/doctor/diagnosis.ts': 'types only',
  'src/normalizer/framing.ts': 'types only',
  'src/normalizer/requests/request-shape.ts': 'types only',
  'src/normalizer/types.ts': 'types only',
  'src/sites/messages.ts': 'types only',
  'src/cli/build.ts': 'test/meta/manifest.test.ts reads what it built',
  'src/cli/icons.ts': 'draws pictures that are looked at and committed',
  'src/cli/byte-source.ts': 'test/cli/http-response.test.ts reads by it, and test/normalizer/doctor/reports.test.ts in pieces of any size',
  'src/cli/normalize-command.ts': 'test/cli/normalize.test.ts',
  'src/cli/output.ts': 'test/cli/normalize.test.ts, in a Node of its own',
  'src/normalizer/doctor/chat-watch.ts': 'test/normalizer/doctor/reports.test.ts',
  'src/normalizer/doctor/followed-calls.ts': 'test/normalizer/doctor/reports.test.ts',
  'src/normalizer/doctor/foreign-formats.ts': 'test/normalizer/doctor/reports.test.ts',
  'src/normalizer/doctor/responses-watch.ts': 'test/normalizer/doctor/reports.test.ts',
  'src/cli/socket-recording.ts': 'test/cli/normalize-socket.test.ts',
  'src/demo/badges-seen.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/cache-folder.ts': 'one path',
  'src/demo/conversation.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/hermes-demo.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/hermes.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/recorded-demo.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/run.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/stage.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/models.ts': 'test/demo/agent-server.test.ts',
  'src/demo/pace.ts': 'test/demo/agent-server.test.ts',
  'src/demo/page-files.ts': 'test/demo/agent-server.test.ts',
  'src/demo/upstream.ts': 'test/demo/agent-server.test.ts',
  'src/demo/local-request.ts': 'test/demo/agent-server.test.ts',
  'src/hook/install.ts': 'the folder test/compliance, such as test/compliance/response-metadata.test.ts, in real browsers',
  'src/hook/natives.ts': 'the folder test/compliance, such as test/compliance/response-metadata.test.ts, in real browsers',
  'src/hook/response.ts': 'the folder test/compliance, such as test/compliance/response-metadata.test.ts, in real browsers',
  'src/normalizer/dialects/all-dialects.ts': 'the table that test/meta/modules.test.ts compares with the files',
  'src/normalizer/dialects/fields.ts': 'test/normalizer/dialects/hermes-progress.test.ts',
  'src/normalizer/frame-cutter.ts': 'test/normalizer/stream-normalizer.test.ts',
  'src/normalizer/fences.ts': 'test/normalizer/marker-filter.test.ts',
  'src/badges/host-name.ts': 'one name',
  'src/browsers/shadow-roots.ts': 'test/e2e/hostile-page.test.ts reads with it',
  'src/normalizer/frame-tail.ts': 'test/normalizer/stream-normalizer.test.ts',
  'src/normalizer/reply.ts': 'test/normalizer/stream-normalizer.test.ts',
  'src/normalizer/ndjson-lines.ts': 'test/normalizer/stream-normalizer.test.ts',
  'src/normalizer/json-body.ts': 'test/normalizer/body-normalizer.test.ts',
  'src/normalizer/marker-line.ts': 'test/normalizer/marker-filter.test.ts',
  'src/normalizer/open-webui/chat-event.ts': 'test/normalizer/socket-normalizer.test.ts',
  'src/normalizer/open-webui/socket-reply.ts': 'test/normalizer/open-webui/chat-cleaner.test.ts and test/normalizer/open-webui/generations.test.ts',
  'src/sites/ask-background.ts': 'every page asks by it: test/e2e/popup.test.ts and test/e2e/settings-page.test.ts',
  'src/sites/version.ts': 'one word of the manifest; test/e2e/popup.test.ts reads it',
  'src/stats/page/use-statistics.ts': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/use-width.ts': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/bar-list.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/cleaned-chats.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/daily-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/data-table.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/day-chart.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/delete-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/imitation-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/large-figures.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/legend.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/patterns.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/period-choice.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/repairs-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/report-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/sites-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/statistics-section.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/stats/page/tools-card.tsx': 'real page: test/e2e/statistics-page.test.ts',
  'src/rules/page/import-panel.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/rules/page/pack-row.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/rules/page/rule-form.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/rules/page/rules-section.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/rules/page/tester.tsx': 'real page: test/e2e/rules-page.test.ts',
  'src/rules/page/use-rules.ts': 'real page: test/e2e/rules-page.test.ts',
  'src/rules/page/problem-field.ts': 'test/rules/page/draft.test.ts',
  'src/rules/page/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/healing/texts.ts': 'words only: test/languages/catalogue.test.ts and test/languages/language.test.ts',
  'src/normalizer/rules/rule.ts': 'types only',
  'src/stats/day.ts': 'types only',
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
  'src/inspector/page/connection.ts': 'real page: test/e2e/inspector.test.ts',
  'src/inspector/page/frame-view.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/inspector/page/inspector-section.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/inspector/page/stream-row.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/inspector/page/stream-view.tsx': 'real page: test/e2e/inspector.test.ts',
  'src/inspector/page/use-inspection.ts': 'real page: test/e2e/inspector.test.ts',
  'src/inspector/page/use-open-tabs.ts': 'real page: test/e2e/inspector.test.ts',
  'src/page/app.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/page/controls.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/page/load-section.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/page/site-picker.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/page/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/page/use-route.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/page/use-section.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/page/use-sites.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/popup/figures.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/popup/first-look.ts': 'real popup: test/e2e/popup.test.ts',
  'src/popup/foot.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/popup/page-link.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/popup/repairs.tsx': 'real popup: test/e2e/popup.test.ts',
  'src/settings/page/backend.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/choice-row.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/choices-cards.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/file-card.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/folded-rows.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/import-preview.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/packs-card.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/repairs-card.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/settings-section.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/sites-card.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/undo-notice.tsx': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/page/use-settings.ts': 'real page: test/e2e/settings-page.test.ts',
  'src/settings/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/sites/open-page.ts': 'test/welcome/first-run.test.ts and test/sites/context-menu.test.ts',
  'src/sites/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/welcome/help-section.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/welcome/legend-mark.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/welcome/licences.ts': 'real page: test/e2e/welcome.test.ts',
  'src/welcome/pictures.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/welcome/texts.ts': 'words only: test/languages/catalogue.test.ts',
  'src/welcome/welcome.tsx': 'real page: test/e2e/welcome.test.ts',
  'src/popup/app.tsx': 'real popup: test/e2e/site-switch.test.ts',
  'src/popup/backend.ts': 'real popup: test/e2e/site-switch.test.ts',
  'src/popup/head.tsx': 'real popup: test/e2e/site-switch.test.ts',
  'src/popup/site.tsx': 'real popup: test/e2e/site-switch.test.ts',
  'src/popup/use-popup.ts': 'real popup: test/e2e/site-switch.test.ts',
  'src/popup/use-painted.ts': 'needs frames: real popup, test/e2e/popup.test.ts',
  'src/badges/message-placement.ts': 'covered in real browsers by test/e2e/open-webui-badges.test.ts',
  'src/badges/reply-badge.ts': 'covered in real browsers by test/e2e/badges.test.ts',
  'src/chat-uis/silly-tavern.ts': 'covered by the real SillyTavern of test/real/silly-tavern.test.ts',
  'src/chat-uis/open-webui.ts': 'covered in real browsers by test/e2e/open-webui-badges.test.ts',
  'src/companion/open-webui-call.ts': 'types only',
  'src/healing/types.ts': 'types only',
  'src/healing/store.ts': 'types only',
  'src/normalizer/stored-chats/stored-chat-shape.ts': 'types only',
  'src/demo/open-webui-chat.ts': 'starts and drives real servers: every test of test/real/conversation.test.ts goes through it',
  'src/demo/open-webui-demo.ts': 'part of the demo, which checks itself and fails when a check does not hold',
  'src/demo/open-webui.ts': 'starts and drives real servers: every test of test/real/conversation.test.ts goes through it',
  'src/healing/indexed-db-store.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/action-bar.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/app.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/backups-section.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/chat-row.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/connection.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/outcomes.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/progress.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/reply-view.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/results-view.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/save-file.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/stage-heading.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/stage-view.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/use-connection.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/healing/page/use-healing.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/hook/message-data.ts': 'test/hook/websocket.test.ts and test/compliance/websocket-messages.test.ts',
  'src/popup/companion-page.tsx': 'real popup: test/e2e/open-webui-popup.test.ts',
  'src/popup/open-webui-backend.ts': 'real popup: test/e2e/open-webui-popup.test.ts',
  'src/popup/open-webui-card.tsx': 'real popup: test/e2e/open-webui-popup.test.ts',
  'src/popup/use-open-webui.ts': 'real popup: test/e2e/open-webui-popup.test.ts',
  'src/popup/chat-backend.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/popup/chat-card.tsx': 'real page: test/e2e/healing-page.test.ts',
  'src/popup/use-chat.ts': 'real page: test/e2e/healing-page.test.ts',
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

/** Catalogues of words have one test for all: test/languages/catalogue.test.ts. */
const CATALOGUE = /^src\/languages\/(?:en|de|es|fr|zh-CN|ja)\//;
const modules = modulesIn('src').filter((file) => !file.includes('/public/') && !file.includes('/chat-page/') && !CATALOGUE.test(file));

test('every module has a test of its name, or a stated reason why not', () => {
  const untested = modules.filter((module) => !mirrorOf(module).some((file) => existsSync(join(root, file))));

  expect(untested.toSorted()).toEqual(Object.keys(TESTED_ELSEWHERE).toSorted());
});

test('what is said to test a module is there', () => {
  const named = Object.values(TESTED_ELSEWHERE).flatMap((reason) => [...reason.matchAll(/test\/[\w./-]+\.tsx?/g)].map(([file]) => file));

  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every dialect is asked, and is named like its file', () => {
  const files = readdirSync(join(root, 'src/normalizer/dialects'))
    .map((file) => file.replace('.ts', ''))
    .filter((name) => !['dialect', 'fields', 'all-dialects'].includes(name));

  expect(ALL_DIALECTS.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test('every request shape is asked, and is named like its file', () => {
  const cleaner = readFileSync(join(root, 'src/normalizer/request-cleaner.ts'), 'utf8');
  const files = readdirSync(join(root, 'src/normalizer/requests')).filter((file) => file !== 'request-shape.ts');

  expect(files.filter((file) => !cleaner.includes(`./requests/${file}`))).toEqual([]);
  expect(
    files.filter((file) => !readFileSync(join(root, 'src/normalizer/requests', file), 'utf8').includes(`id: '${file.replace('.ts', '')}'`)),
  ).toEqual([]);
});

test('the normalizer is pure: it imports nothing but itself and the event-stream parser', () => {
  const foreign = modulesIn('src/normalizer').flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '([^']+)'/g)]
      .map(([, from]) => from ?? '')
      .filter((from) => !from.startsWith('./') && !from.startsWith('../') && from !== 'eventsource-parser')
      .concat([...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.\.\/(?:\.\.\/)*(?:hook|bridge|sites|badges|popup|stats|chat-uis|cli)\/[^']+)'/g)].map(([, from]) => from ?? ''))
      .map((from) => `${file} imports ${from}`),
  );

  expect(foreign).toEqual([]);
});

test('the transports know nothing of chats: only body.ts, cleaning.ts, evidence.ts, install.ts and sockets.ts run code of the normalizer', () => {
  const knowing = modulesIn('src/hook').filter((file) =>
    // A map that keeps its size knows nothing of chats either.
    /^import (?!type\b).*\/normalizer\/(?!bounded-map\.ts)/m.test(readFileSync(join(root, file), 'utf8')),
  );

  expect(knowing.toSorted()).toEqual(['src/hook/body.ts', 'src/hook/cleaning.ts', 'src/hook/evidence.ts', 'src/hook/install.ts', 'src/hook/sockets.ts']);
});
