import { render } from 'preact';
import { nameDocument } from '../../src/languages/name-document.ts';
import { welcomeTexts } from '../../src/welcome/texts.ts';
import { Welcome } from '../../src/welcome/welcome.tsx';
import '../../src/welcome/welcome.css';

nameDocument(welcomeTexts.documentTitle);
const root = document.getElementById('welcome');
if (root) render(<Welcome />, root);
