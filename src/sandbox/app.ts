import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Clock } from '../core/clock.ts';
import { isRefusalKind } from './answers/accounts.ts';
import { type Answers, type CheckFields, refuse, type WireAnswer } from './answers/answers.ts';
import {
  type Arrival,
  FAULT_HEADER,
  FAULT_KINDS,
  type FaultKind,
  type Faults,
  isFaultKind,
  isTurnedAway,
  keep,
  type OpenArrival,
} from './faults/faults.ts';
import type { Gate } from './faults/limits.ts';
import { SPOIL, TURN_AWAY } from './faults/spoil.ts';

export interface AppNeeds {
  readonly answers: Answers;
  readonly gate: Gate;
  readonly faults: Faults;
  readonly clock: Clock;
  /** Milliseconds before the next answer. */
  readonly delay: () => number;
  /** Receives every request. */
  readonly arrivals: Arrival[];
  /** Receives the IMEI of every check that is counted. */
  readonly paidChecks: string[];
  /** Ends the delays when the sandbox closes. */
  readonly closing: AbortSignal;
}

interface Env {
  Bindings: HttpBindings;
  Variables: { arrival: OpenArrival };
}

const CHECK_PATH = '/api/checkimei';
const STATUS_PATH = '/api/status';

/** The interface's two calls as an HTTP application. Paths may have a slash at their end. */
export function createApp(needs: AppNeeds): Hono<Env> {
  const { answers, paidChecks } = needs;
  const app = new Hono<Env>({ strict: false });
  app.use(admit(needs));
  app.post(CHECK_PATH, async (context) => {
    const fields = await readFields(context.req.raw);
    Object.assign(context.var.arrival, fields);
    return answer(context, needs, () => answers.check(fields, (imei) => keep(paidChecks, imei)));
  });
  app.get(STATUS_PATH, (context) => {
    const key = context.req.query('key') ?? '';
    Object.assign(context.var.arrival, { key });
    return answer(context, needs, () => answers.keyStatus(key));
  });
  app.notFound((context) =>
    context.text(`Not here. Try POST ${CHECK_PATH}/ or GET ${STATUS_PATH}?key=\n`, 404),
  );
  return app;
}

/** Records the request the moment it arrives, and turns it away when its address is blocked. */
function admit({ arrivals, gate, clock }: AppNeeds): MiddlewareHandler<Env> {
  return async (context, next) => {
    const { incoming, outgoing } = context.env;
    const { method, url } = context.req;
    // As sent: Hono's own path has lost the slash at its end.
    const path = new URL(url).pathname;
    const at = clock.now();
    const call = callOf(method, path);
    const arrival: OpenArrival = { at, method, path, ...(call && { call }) };
    keep(arrivals, arrival);
    context.set('arrival', arrival);
    const visit = gate.enter(incoming.socket.remoteAddress ?? 'unknown', clock.elapsed());
    // Comes once, whether the answer was sent or the connection broke.
    outgoing.once('close', visit.leave);
    if (visit.admitted) return next();
    const { httpStatus, body } = refuse('limit-exceeded');
    return Response.json(body, { status: httpStatus });
  };
}

function callOf(method: string, path: string): Arrival['call'] {
  const plain = path.replace(/\/$/, '');
  if (method === 'POST' && plain === CHECK_PATH) return 'check';
  return method === 'GET' && plain === STATUS_PATH ? 'key-status' : undefined;
}

async function readFields(request: Request): Promise<CheckFields> {
  // A body that is no form has no fields; the interface knows no other answer to that.
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { key: text('key'), imei: text('imei') };
}

async function answer(context: Context<Env>, needs: AppNeeds, work: () => WireAnswer): Promise<Response> {
  const { arrival } = context.var;
  const asked = context.req.header(FAULT_HEADER);
  if (asked !== undefined && !isFaultKind(asked)) {
    return context.text(`${FAULT_HEADER} takes one of: ${FAULT_KINDS.join(', ')}\n`, 400);
  }
  const fault = asked ?? needs.faults.take(arrival);
  const send = prepare(context, fault, work);
  const delayMs = needs.delay();
  // Only the sandbox's closing ends it early, and then there is nobody left to answer.
  if (delayMs > 0) await needs.clock.sleep(delayMs, needs.closing).catch(() => {});
  return send();
}

/** Does the work, unless a fault comes before it, and tells how to send what came of it. */
function prepare(
  context: Context<Env>,
  fault: FaultKind | undefined,
  work: () => WireAnswer,
): () => Response | Promise<Response> {
  if (fault !== undefined && isTurnedAway(fault)) return TURN_AWAY[fault];
  const { httpStatus, body } = fault !== undefined && isRefusalKind(fault) ? refuse(fault) : work();
  if (fault === undefined || isRefusalKind(fault)) return () => Response.json(body, { status: httpStatus });
  const { imei } = context.var.arrival;
  return () => SPOIL[fault]({ httpStatus, text: JSON.stringify(body), imei, node: context.env });
}
