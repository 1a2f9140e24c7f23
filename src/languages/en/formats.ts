import { createFormats } from '../formats.ts';

export const { figure, count } = createFormats('en');
