import { render } from 'preact';
import { nameDocument } from '../../src/languages/name-document.ts';
import { welcomeTexts } from '../../src/pages/welcome/texts.ts';
import { Welcome } from '../../src/pages/welcome/welcome.tsx';
import '../../src/pages/welcome/welcome.css';

nameDocument(welcomeTexts.documentTitle);
const root = document.getElementById('welcome');
if (root) render(<Welcome />, root);
