import { createHash, timingSafeEqual } from 'node:crypto';
import type { Update } from 'grammy/types';
import { z } from 'zod';
import { jsonIn } from '../../../../core/json.ts';
import { withBoundedBody } from '../../../../ops/http/bounded-body.ts';
import type { Log } from '../../../../ops/log/log.ts';
import type { Incidents } from '../../incidents.ts';
import type { TakeUpdate } from '../updates.ts';

/** Updates are a few kB; even a message with the one it replies to stays well below this. */
const MAX_BODY_BYTES = 1_000_000;
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Only `update_id` is validated; the secret proves that the rest is Telegram's. */
const updateSchema = z.custom<Update>(
  (body) => z.looseObject({ update_id: z.int() }).safeParse(body).success,
);

/** What {@link createWebhookHandler} works with. */
export interface WebhookNeeds {
  readonly secret: string;
  readonly log: Log;
  readonly incidents: Incidents;
  /** undefined while no updates are accepted. */
  readonly take: () => TakeUpdate | undefined;
}

/** Answers one HTTP request. */
export type WebhookHandler = (request: globalThis.Request) => Promise<Response>;

/**
 * Answers Telegram's deliveries: 200 once the update is persisted; 503 if it cannot be, so that it is delivered again; 401
 * without the secret; 400 and 413 if it is no update. Never rejects.
 */
export function createWebhookHandler({ secret, log, incidents, take }: WebhookNeeds): WebhookHandler {
  return async (request) => {
    if (request.method !== 'POST') return status(405);
    if (!isSame(request.headers.get(SECRET_HEADER) ?? '', secret)) {
      incidents.tell(
        'secret',
        'Something calls the webhook without its secret; it was turned away. If no updates come at all, two bots share one address, or the proxy drops the header X-Telegram-Bot-Api-Secret-Token',
      );
      return status(401);
    }
    const taker = take();
    if (taker === undefined) return status(503);
    const bounded = await withBoundedBody(request, MAX_BODY_BYTES);
    // Also for what was broken off, whose sender reads no answer.
    if (typeof bounded === 'string') return status(413);
    const update = updateSchema.safeParse(jsonIn(await bounded.text()));
    if (!update.success) {
      log.warn('The webhook was sent something that is no update; it was passed over');
      return status(400);
    }
    if ((await taker(update.data)) === 'persisted') {
      incidents.over('unwritten', 'Updates from Telegram can be written down again');
      return status(200);
    }
    incidents.tell(
      'unwritten',
      'Updates from Telegram cannot be written down; Telegram keeps them (for 24 h) and sends them again. Look at what STORE_URL names',
    );
    return status(503);
  };
}

function status(code: number): Response {
  return new Response(null, { status: code });
}

/** Compares in constant time, whatever the lengths. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
