import { testBodies } from './test-bodies.ts';

testBodies('dialects');
