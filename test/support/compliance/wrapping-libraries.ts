/** Libraries that wrap natives in many pages, set up as their guides say. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { installPackages } from '../npm-packages.ts';

interface Library {
  readonly packages: readonly string[];
  readonly setUp: string;
}

/** What each reports goes to a path of the page's own server, which answers 404. */
const LIBRARY: Readonly<Record<string, Library>> = {
  Sentry: {
    packages: ['@sentry/browser@11.12.0'],
    setUp: `
    import * as Sentry from '@sentry/browser';
    Sentry.init({
      dsn: 'http://key@' + location.host + '/1',
      integrations: [Sentry.browserTracingIntegration(), Sentry.replayIntegration()],
      tracesSampleRate: 1,
      replaysSessionSampleRate: 1,
      tracePropagationTargets: [/.*/],
    });`,
  },
  'New Relic': {
    packages: ['@newrelic/browser-agent@1.322.0'],
    setUp: `
    import { BrowserAgent } from '@newrelic/browser-agent';
    const account = { licenseKey: 'key', applicationID: '1' };
    new BrowserAgent({
      init: { distributed_tracing: { enabled: true }, privacy: { cookies_enabled: true }, ajax: { deny_list: [] } },
      info: { beacon: location.host, errorBeacon: location.host, sa: 1, ...account },
      loader_config: { accountID: '1', trustKey: '1', agentID: '1', ...account },
    });`,
  },
  Datadog: {
    packages: ['@datadog/browser-rum@7.16.2'],
    setUp: `
    import { datadogRum } from '@datadog/browser-rum';
    datadogRum.init({
      applicationId: '00000000-0000-0000-0000-000000000000',
      clientToken: 'token',
      service: 'page',
      proxy: location.origin + '/reports',
      sessionSampleRate: 100,
      sessionReplaySampleRate: 100,
      trackResources: true,
      allowedTracingUrls: [() => true],
    });`,
  },
  OpenTelemetry: {
    packages: [
      '@opentelemetry/instrumentation@0.223.0',
      '@opentelemetry/instrumentation-fetch@0.223.0',
      '@opentelemetry/instrumentation-xml-http-request@0.223.0',
      '@opentelemetry/sdk-trace-web@2.12.0',
    ],
    setUp: `
    import { registerInstrumentations } from '@opentelemetry/instrumentation';
    import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch';
    import { XMLHttpRequestInstrumentation } from '@opentelemetry/instrumentation-xml-http-request';
    import { InMemorySpanExporter, SimpleSpanProcessor, WebTracerProvider } from '@opentelemetry/sdk-trace-web';
    new WebTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new InMemorySpanExporter())] }).register();
    const options = { propagateTraceHeaderCorsUrls: /.*/ };
    registerInstrumentations({
      instrumentations: [new FetchInstrumentation(options), new XMLHttpRequestInstrumentation(options)],
    });`,
  },
  'the interceptors of msw': {
    packages: ['@mswjs/interceptors@0.45.12'],
    setUp: `
    import { BatchInterceptor } from '@mswjs/interceptors';
    import { FetchInterceptor } from '@mswjs/interceptors/fetch';
    import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
    import { WebSocketInterceptor } from '@mswjs/interceptors/WebSocket';
    const all = new BatchInterceptor({
      name: 'page',
      interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor(), new WebSocketInterceptor()],
    });
    all.on('request', async ({ request }) => void (await request.clone().text()));
    all.on('response', ({ response }) => void response.clone().text().catch(() => {}));
    all.on('connection', ({ server }) => server.connect());
    all.apply();`,
  },
  axios: {
    packages: ['axios@1.21.1'],
    setUp: `
    import axios from 'axios';
    window.axios = axios;`,
  },
  'zone.js': {
    packages: ['zone.js@0.16.3'],
    setUp: `import 'zone.js';`,
  },
  'core-js': {
    packages: ['core-js-bundle@3.50.0'],
    setUp: `import 'core-js-bundle';`,
  },
};

export const LIBRARIES = Object.keys(LIBRARY);

/**
 * Installs the library with the first call.
 * @returns a script that needs no module and sets the library up
 */
export async function libraryScript(name: string): Promise<string> {
  const { packages, setUp } = LIBRARY[name]!;
  const folder = installPackages(packages);
  const entry = join(folder, 'page.mjs');
  writeFileSync(entry, setUp);
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'library' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${name} could not be built.`);
  return output.output[0].code;
}
