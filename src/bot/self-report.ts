import type { Config } from '../config/config.ts';
import type { ReadyPart } from '../ops/http/app.ts';
import { VERSION } from '../ops/version.ts';
import { shownUrl } from '../store/kinds.ts';
import type { TacTable } from '../tac/table.ts';
import type { Engine } from './engine.ts';
import type { Platforms } from './platforms.ts';

/** What has to work for `/readyz`. */
export function readyParts({ health }: Engine, platforms: Platforms): readonly ReadyPart[] {
  const problem = 'Nothing can be written: look at the disk and STORE_URL.';
  return [{ name: 'store', ok: !health.failing(), problem }, ...platforms.ready()];
}

/** What the log says when a run has begun. */
export function whatRuns(
  { service, storeUrl, limits, http }: Config,
  { adapters }: Platforms,
  tacTable?: TacTable,
) {
  return {
    version: VERSION,
    node: process.version,
    service: service === undefined ? 'sandbox' : new URL(service.baseUrl).host,
    store: shownUrl(storeUrl),
    limits,
    platforms: adapters.map(({ platform }) => platform),
    tacs: tacTable?.size,
    http: http && `${http.host}:${http.port}`,
  };
}
