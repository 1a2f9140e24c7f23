import { testBodies } from './test-bodies.ts';

testBodies('hermes', 26_000);
