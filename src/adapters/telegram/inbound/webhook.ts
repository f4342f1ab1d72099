import { createHash, timingSafeEqual } from 'node:crypto';
import type { Update } from 'grammy/types';
import { z } from 'zod';
import type { Log } from '../../../ops/log/log.ts';
import type { Incidents } from '../incidents.ts';
import type { TakeUpdate } from './updates.ts';

/** An update is a few kB; the longest, with a message and the one it replies to, well below this. */
const MAX_BODY_BYTES = 1_000_000;
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** All that is relied on before an update is read; the rest is Telegram's word, known by the secret. */
const updateSchema = z.custom<Update>(
  (body) => z.looseObject({ update_id: z.int() }).safeParse(body).success,
);

export interface WebhookNeeds {
  readonly secret: string;
  readonly log: Log;
  readonly troubles: Incidents;
  /** Nothing while no updates are taken. */
  readonly take: () => TakeUpdate | undefined;
}

export type WebhookHandler = (request: globalThis.Request) => Promise<Response>;

/**
 * Answers Telegram's deliveries: 200 once the update is written down; 503 when it cannot be, so that it comes again;
 * 401 without the secret; 400 and 413 for what is no update. Never rejects.
 */
export function createWebhookHandler({ secret, log, troubles, take }: WebhookNeeds): WebhookHandler {
  return async (request) => {
    if (request.method !== 'POST') return status(405);
    if (!isSame(request.headers.get(SECRET_HEADER) ?? '', secret)) {
      troubles.tell(
        'secret',
        'Something calls the webhook without its secret; it was turned away. If no updates come at all, two bots share one address, or the proxy drops the header X-Telegram-Bot-Api-Secret-Token',
      );
      return status(401);
    }
    const taker = take();
    if (taker === undefined) return status(503);
    const body = await readBody(request);
    if (body === undefined) return status(413);
    const update = updateSchema.safeParse(parseJson(body));
    if (!update.success) {
      log.warn('The webhook was sent something that is no update; it was passed over');
      return status(400);
    }
    if ((await taker(update.data)) === 'written') {
      troubles.over('unwritten', 'Updates from Telegram can be written down again');
      return status(200);
    }
    troubles.tell(
      'unwritten',
      'Updates from Telegram cannot be written down; Telegram keeps them (for 24 h) and sends them again. Look at the disk and at STORE_URL',
    );
    return status(503);
  };
}

function status(code: number): Response {
  return new Response(null, { status: code });
}

/** In constant time, whatever the lengths. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The body, or nothing when it is too long or breaks off. */
async function readBody(request: globalThis.Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BODY_BYTES) return undefined;
      chunks.push(chunk);
    }
  } catch {
    // Whoever sent it has hung up, and reads no answer.
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is as little an update as wrong JSON.
    return undefined;
  }
}
