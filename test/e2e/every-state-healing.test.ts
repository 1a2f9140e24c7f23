import { PARTS, testParts } from './every-state.ts';

testParts(PARTS.healing);
