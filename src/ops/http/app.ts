import { Hono } from 'hono';
import type { Log } from '../log/log.ts';
import { withBoundedBody } from './bounded-body.ts';
import { createReadiness, type ReadyPart } from './readiness.ts';

/** An HTTP entry point of another room: a platform's webhook. */
export interface Mount {
  /** The whole path, such as `/telegram`: letters, digits and `. _ ~ -` between slashes. */
  readonly path: string;
  /** Receives POST requests with bodies of at most 1 MB. */
  readonly handler: (request: Request) => Promise<Response>;
}

/** What the HTTP app answers from. */
export interface HttpAppNeeds {
  /** Whether the process works at all; false makes `/healthz` fail. */
  readonly alive: () => boolean;
  /**
   * The state of each thing the bot needs. Must not call the service: a check costs money, and both calls count against
   * limits.
   */
  readonly ready: () => Promise<readonly ReadyPart[]>;
  /** Renders `/metrics`; undefined if metrics are off. */
  readonly metrics?: { render(): Promise<{ readonly contentType: string; readonly text: string }> };
  /** Further POST endpoints. */
  readonly mounts?: readonly Mount[];
  /** Receives errors of handlers. */
  readonly log: Log;
}

const OWN_PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics'];
/** Paths the router takes literally: no wildcards, no parameters. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;
const MAX_BODY_BYTES = 1024 * 1024;
/** The answers describe the current state, so they must not be cached. */
const FRESH = { 'Cache-Control': 'no-store' };

/**
 * Creates the app with all its routes.
 * @throws TypeError if a mount's path is not plain or is taken
 */
export function createHttpApp(needs: HttpAppNeeds & { readonly readyMs: number }): Hono {
  const { alive, metrics, mounts = [], log } = needs;
  const readiness = createReadiness({ ready: needs.ready, timeoutMs: needs.readyMs, log });
  const app = new Hono();
  app.notFound((context) => context.text('There is nothing here\n', 404));
  app.onError((error, context) => {
    log.error({ err: error }, 'A request to the HTTP server could not be answered');
    return context.text('Something broke. The log says what\n', 500);
  });

  app.get('/healthz', (context) =>
    alive() ? context.text('ok', 200, FRESH) : context.text('not alive', 503, FRESH),
  );
  app.get('/readyz', async (context) => {
    const found = await readiness();
    return context.json(found, found.ready ? 200 : 503, FRESH);
  });
  if (metrics !== undefined) {
    app.get('/metrics', async (context) => {
      const { contentType, text } = await metrics.render();
      return context.body(text, 200, { ...FRESH, 'Content-Type': contentType });
    });
  }
  for (const path of metrics === undefined ? OWN_PATHS.slice(0, 2) : OWN_PATHS) only(app, path, 'GET, HEAD');
  for (const mount of mounts) addMount(app, mount);
  return app;
}

function addMount(app: Hono, { path, handler }: Mount): void {
  const taken = OWN_PATHS.includes(path) || app.routes.some((route) => route.path === path);
  if (taken || !PLAIN_PATH.test(path)) throw new TypeError(`"${path}" cannot be served: taken, or not plain`);
  app.post(path, async (context) => {
    const request = await withBoundedBody(context.req.raw, MAX_BODY_BYTES);
    if (request === 'too-large') return context.text(`At most ${MAX_BODY_BYTES} bytes\n`, 413);
    if (request === 'broken') return context.text('The body did not come\n', 400);
    return handler(request);
  });
  only(app, path, 'POST');
}

/** Rejects every other method at an existing path. */
function only(app: Hono, path: string, allow: string): void {
  app.all(path, (context) => context.text(`Only ${allow}\n`, 405, { Allow: allow }));
}
