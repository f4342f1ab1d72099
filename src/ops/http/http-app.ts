import { Hono } from 'hono';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { BoundedBody } from './bounded-body.ts';

/** A path that another module serves: the webhook of a platform. */
export interface Mount {
  /** The whole path, escaped as in a URL, such as `/telegram`. */
  readonly path: string;
  /**
   * Handles POST requests of up to 1 MB, and GET requests, by which platforms verify a path. The
   * body arrives while it is read, so check who sent a request first: else strangers fill the
   * memory and keep connections busy. A read fails if the body is too large or incomplete.
   */
  readonly handler: (request: Request) => Promise<Response>;
}

/** The state of one thing the bot needs: an adapter, the store. */
export interface ReadyPart {
  /** Short name, such as `store`. */
  readonly name: string;
  readonly ok: boolean;
  /** The problem, in plain words. Readable by everyone who can reach the port. */
  readonly problem?: string;
  /** The bot is ready even if this part does not work, since another such part works. */
  readonly isSpare?: boolean;
}

/** Whether a process with these parts serves people. */
export function isReady(parts: readonly ReadyPart[]): boolean {
  return parts.every(({ ok, isSpare }) => ok || isSpare === true);
}

export interface HttpParts {
  readonly ready: () => readonly ReadyPart[];
  readonly metrics: Pick<Metrics, 'render'>;
  readonly mounts: () => readonly Mount[];
  readonly log: Log;
}

const MAX_BODY_BYTES = 1024 * 1024;

/** `/healthz` (alive), `/readyz` (able to work), `/metrics`, and the mounts. */
export function createHttpApp({ ready, metrics, mounts, log }: HttpParts): Hono {
  const app = new Hono();
  app.notFound((context) => context.text('There is nothing here\n', 404));
  app.onError((error, context) => {
    log.error({ err: error }, 'A request to the HTTP server could not be answered');
    return context.text('Internal error: the reason is in the log\n', 500);
  });
  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', (context) => {
    const parts = ready();
    const works = isReady(parts);
    return context.json({ ready: works, parts: parts.map(publicPart) }, works ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    const { contentType, text } = await metrics.render();
    return context.body(text, 200, { 'Content-Type': contentType });
  });
  app.on(['GET', 'POST'], '*', async (context) => {
    const { method, url, headers, body } = context.req.raw;
    // Hono decodes the path of a request, and the path of a mount is escaped.
    const { pathname } = new URL(url);
    const mount = mounts().find(({ path }) => path === pathname);
    if (mount === undefined) return context.notFound();
    const bounded = new BoundedBody(method === 'POST' ? body : null, MAX_BODY_BYTES);
    const request = new Request(url, { method, headers, body: bounded.stream, duplex: 'half' });
    const response = await mount.handler(request).catch((error: unknown) => {
      if (bounded.failure === undefined) throw error;
      return undefined;
    });
    // The client has hung up or sent nonsense. Strangers can do that, so it is not a warning.
    if (bounded.failure === 'broken-off') return context.text('The body is incomplete\n', 400);
    if (bounded.failure === 'too-large') {
      const text = `At most ${MAX_BODY_BYTES} bytes\n`;
      // The connection closes, since the rest of the body is not read.
      return context.text(text, 413, { Connection: 'close' });
    }
    return response;
  });
  return app;
}

/** The fields of a part that may be published. */
function publicPart({ name, ok, problem }: ReadyPart): ReadyPart {
  return ok ? { name, ok } : { name, ok, problem: problem ?? 'Not ready' };
}
