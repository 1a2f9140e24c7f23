import { render } from 'preact';
import { App } from '../../src/pages/healing/app.tsx';
import { healingTexts } from '../../src/healing/texts.ts';
import { keepFocus } from '../../src/pages/parts/keep-focus.ts';
import { nameDocument } from '../../src/languages/name-document.ts';
import '../../src/pages/healing/page.css';

nameDocument(healingTexts.title);
keepFocus(document);
const root = document.getElementById('healing');
if (root) render(<App search={location.search} />, root);
