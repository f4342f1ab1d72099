import type { Config } from '../config/config.ts';
import type { OutboundProxy } from '../core/network.ts';
import type { Log } from '../ops/log/log.ts';

/** The operator's proxy; undefined without one. */
export async function openProxy(
  { proxy }: Pick<Config, 'proxy'>,
  log: Log,
): Promise<OutboundProxy | undefined> {
  if (proxy === undefined) return undefined;
  // Loaded only where it is used.
  const { createProxy } = await import('../ops/proxy.ts');
  let trouble: string | undefined;
  return createProxy({
    ...proxy,
    onTried: (failure) => {
      // Said once, and not with each of the attempts.
      if (failure === trouble) return;
      trouble = failure;
      if (failure === undefined) log.info('HTTPS_PROXY opens the way again');
      else log.warn({ reason: failure }, 'HTTPS_PROXY does not open the way: please look at its address');
    },
  });
}
