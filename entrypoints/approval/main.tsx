import { render } from 'preact';
import { nameDocument } from '../../src/languages/name-document.ts';
import { Approval } from '../../src/pages/approval/approval.tsx';
import { placeIn, readAsked } from '../../src/pages/approval/backend.ts';
import { approvalTexts } from '../../src/pages/approval/texts.ts';
import '../../src/pages/approval/approval.css';

nameDocument(approvalTexts.documentTitle);
const root = document.getElementById('approval');
const place = placeIn(location.search);
// Painted once with the question: what changes while it is looked at is misread.
void (place ? readAsked(place) : Promise.resolve(null)).then((first) => {
  if (root) render(<Approval place={place} first={first} />, root);
});
