import { useEffect, useState } from 'preact/hooks';
import { hashOf, routeOf, type Route } from '../../extension/routes.ts';

/**
 * The route of the page, taken from its address, so that the back button and bookmarks work. @returns the route, and a
 * function that navigates
 */
export function useRoute(): readonly [Route, (route: Route) => void] {
  const [route, setRoute] = useState(() => routeOf(location.hash));

  useEffect(() => {
    const ending = new AbortController();
    addEventListener('hashchange', () => setRoute(routeOf(location.hash)), { signal: ending.signal });
    return () => ending.abort();
  }, []);

  return [route, go];
}

function go(route: Route): void {
  location.hash = hashOf(route);
}
