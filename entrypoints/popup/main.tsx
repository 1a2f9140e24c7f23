import { render } from 'preact';
import { App } from '../../src/popup/app.tsx';
import { isTab, version } from '../../src/popup/backend.ts';
import '../../src/popup/popup.css';

document.documentElement.classList.toggle('tab', isTab());
const root = document.getElementById('popup');
if (root) render(<App version={version()} search={location.search} />, root);
