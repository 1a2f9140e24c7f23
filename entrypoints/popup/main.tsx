import { render } from 'preact';
import { nameDocument } from '../../src/languages/name-document.ts';
import { App } from '../../src/pages/popup/app.tsx';
import { isTab } from '../../src/pages/popup/backend.ts';
import { firstLook } from '../../src/pages/popup/first-look.ts';
import { popupTexts } from '../../src/pages/popup/texts.ts';
import { version } from '../../src/extension/routes.ts';
import '../../src/pages/popup/popup.css';

document.documentElement.classList.toggle('tab', isTab());
nameDocument(popupTexts.documentTitle);
const root = document.getElementById('popup');
const search = location.search;
// Painted once with real data: a popup that grows while it is looked at is misread.
void firstLook(search).then((first) => {
  if (root) render(<App version={version()} search={search} first={first} />, root);
});
