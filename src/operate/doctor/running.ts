import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config/config.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import { get } from '../../core/network.ts';
import { reachable } from '../../ops/http/ask-health.ts';

const { fine, note, warning, wrong } = findingsAbout('service');
const PATIENCE_MS = 3_000;

/** What a running bot says by its own HTTP server, since nobody else may ask the service beside it. */
export async function examineRunning(http: Config['http']): Promise<readonly Finding[]> {
  if (http === undefined)
    return [
      note(
        'The service was not asked: a bot holds the store, and only its own limiter knows what may be sent. /quota tells; with HTTP_PORT set, so does this.',
      ),
    ];
  const at = `http://${reachable(http.host)}:${http.port}`;
  try {
    const ready = await ask(`${at}/readyz`);
    const metrics = await ask(`${at}/metrics`);
    return [
      ready.status === 200
        ? fine('The bot that holds the store is ready.')
        : warning(`The bot that holds the store is not ready: ${ready.said.trim()}`),
      ...counted(metrics.said),
    ];
  } catch (error) {
    return [warning(`The bot that holds the store does not answer at ${at} (${String(error)}).`)];
  }
}

function counted(metrics: string): readonly Finding[] {
  const sum = (name: string, labels = ''): number | undefined => {
    const lines = [
      ...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*${labels}[^}]*\\})? ([0-9.e+-]+)$`, 'gm')),
    ];
    return lines.length === 0 ? undefined : lines.reduce((all, [, value]) => all + Number(value), 0);
  };
  const month = sum('imei_bot_checks_left', 'month');
  const used = sum('imei_bot_limiter_window_used_requests');
  const limit = sum('imei_bot_limiter_window_limit_requests');
  const turnedAway = sum('imei_bot_service_responses_total', '"429"') ?? 0;
  return [
    month === undefined
      ? note('It has not asked for the state of the key yet.')
      : fine(`Checks left this month: ${month}.`),
    ...(used === undefined ? [] : [fine(`${used} of ${limit ?? '?'} slots of the window are taken.`)]),
    ...(sum('imei_bot_breaker_open') === 1
      ? [wrong('The service is not asked just now: /quota tells why.')]
      : []),
    ...(turnedAway > 0
      ? [
          warning(
            `The service turned ${turnedAway} requests away (429). If the checks of the hour and the day are not used up, something else on this address calls it: the bot keeps the limit.`,
          ),
        ]
      : []),
  ];
}

async function ask(url: string): Promise<{ readonly status: number; readonly said: string }> {
  const request = get(url, { agent: false, signal: AbortSignal.timeout(PATIENCE_MS) });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('no answer');
  return { status: response.statusCode ?? 0, said: await text(response) };
}
