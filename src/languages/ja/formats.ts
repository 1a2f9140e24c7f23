import { createFormats } from '../formats.ts';

export const { figure } = createFormats('ja');
