import { Hono } from 'hono';
import type { Log } from '../log/log.ts';
import { withBoundedBody } from './bounded-body.ts';

/** An HTTP entry point of another module: a platform's webhook. */
export interface Mount {
  /** The whole path, such as `/telegram`. */
  readonly path: string;
  /** Receives POST requests with bodies of at most 1 MB. */
  readonly handler: (request: Request) => Promise<Response>;
}

/** The state of one thing the bot needs: an adapter, the store. */
export interface ReadyPart {
  /** Short name, such as `store`. */
  readonly name: string;
  /** Whether it works. */
  readonly ok: boolean;
  /** What is wrong, in plain words. Readable by everyone who can reach the port. */
  readonly problem?: string;
  /** The bot is ready without it, since another part like it works. */
  readonly isSpare?: boolean;
}

/** What the HTTP app answers from. */
export interface HttpAppNeeds {
  /** The state of each thing the bot needs. */
  readonly ready: () => readonly ReadyPart[];
  /** Renders `/metrics`; undefined if metrics are off. */
  readonly metrics?: { render(): Promise<{ readonly contentType: string; readonly text: string }> };
  /** Further POST endpoints of the moment. */
  readonly mounts?: () => readonly Mount[];
  /** Receives errors of handlers. */
  readonly log: Log;
}

const MAX_BODY_BYTES = 1024 * 1024;
/** The answers describe the current state, so they must not be cached. */
const FRESH = { 'Cache-Control': 'no-store' };

/** Creates the app with all its routes. */
export function createHttpApp({ ready, metrics, mounts = () => [], log }: HttpAppNeeds): Hono {
  const app = new Hono();
  app.notFound((context) => context.text('There is nothing here\n', 404));
  app.onError((error, context) => {
    log.error({ err: error }, 'A request to the HTTP server could not be answered');
    return context.text('Something broke. The log says what\n', 500);
  });

  app.get('/healthz', (context) => context.text('ok', 200, FRESH));
  app.get('/readyz', (context) => {
    const parts = ready();
    const isReady = parts.every(({ ok, isSpare }) => ok || isSpare === true);
    return context.json({ ready: isReady, parts: parts.map(shown) }, isReady ? 200 : 503, FRESH);
  });
  if (metrics !== undefined) {
    app.get('/metrics', async (context) => {
      const { contentType, text } = await metrics.render();
      return context.body(text, 200, { ...FRESH, 'Content-Type': contentType });
    });
  }
  for (const { path } of [...app.routes]) only(app, path, 'GET, HEAD');
  app.all('*', async (context) => {
    const mount = mounts().find(({ path }) => path === context.req.path);
    if (mount === undefined) return context.notFound();
    if (context.req.method !== 'POST') return context.text('Only POST\n', 405, { Allow: 'POST' });
    const request = await withBoundedBody(context.req.raw, MAX_BODY_BYTES);
    if (request === 'too-large') return context.text(`At most ${MAX_BODY_BYTES} bytes\n`, 413);
    if (request === 'broken') return context.text('The body did not come\n', 400);
    return mount.handler(request);
  });
  return app;
}

/** Rejects every other method at an existing path. */
function only(app: Hono, path: string, allow: string): void {
  app.all(path, (context) => context.text(`Only ${allow}\n`, 405, { Allow: allow }));
}

/** Only the fields that may be published. */
function shown({ name, ok, problem }: ReadyPart): ReadyPart {
  return ok ? { name, ok } : { name, ok, problem: problem ?? 'Not ready' };
}
