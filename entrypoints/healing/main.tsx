import { render } from 'preact';
import { App } from '../../src/healing/page/app.tsx';
import { healingTexts } from '../../src/healing/texts.ts';
import { nameDocument } from '../../src/languages/name-document.ts';
import '../../src/healing/page/page.css';

nameDocument(healingTexts.title);
const root = document.getElementById('healing');
if (root) render(<App search={location.search} />, root);
