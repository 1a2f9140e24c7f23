import { testBodies } from './test-bodies.ts';

testBodies('dialects', 26_000);
