import { render } from 'preact';

render(<p>Stream Fixer</p>, document.getElementById('popup')!);
