import type { Owner } from '../bot/owner.ts';
import type { Config } from '../config/config.ts';
import type { ReadyPart } from '../ops/http/http-app.ts';
import type { HttpServer } from '../ops/http/http-server.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';

interface HttpOptions {
  readonly owner: Owner;
  readonly metrics: Metrics;
  readonly log: Log;
}

/**
 * Serves metrics, health and webhooks if HTTP_PORT is set, also while this process stands by.
 * @throws OperatorError if it cannot listen there
 */
export async function openHttp(
  { http }: Config,
  { owner, metrics, log }: HttpOptions,
): Promise<HttpServer | undefined> {
  if (http === undefined) return undefined;
  const { startHttpServer } = await import('../ops/http/http-server.ts');
  const { isReady } = await import('../ops/http/http-app.ts');
  metrics.observe({ ready: () => isReady(readyParts(owner)) });
  return startHttpServer(http.host, http.port, {
    metrics,
    log,
    mounts: () => owner.run?.mounts ?? [],
    ready: () => readyParts(owner),
  });
}

function readyParts({ run, problem }: Owner): readonly ReadyPart[] {
  return run?.ready() ?? [{ name: 'owner', ok: false, problem }];
}
