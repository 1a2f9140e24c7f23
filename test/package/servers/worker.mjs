import { fixFetch } from 'stream-fixer';

const fix = fixFetch();

export default {
  fetch(request, { UPSTREAM }) {
    const { pathname, search } = new URL(request.url);
    return fix(new Request(UPSTREAM + pathname + search, request));
  },
};
