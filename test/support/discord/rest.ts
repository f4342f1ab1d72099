import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Answer, answerCall, type Call, refusal } from './routes.ts';
import { violationsOf } from './specification.ts';
import { TOKEN, type World } from './world.ts';

/** A fault for the next `times` calls that match. */
export interface RestFault {
  /** Matched against `METHOD /path`, without the version. */
  readonly on: RegExp;
  times: number;
  readonly instead: Answer | 'reset';
  /** Discord has acted on the call all the same. */
  readonly actedOn?: boolean;
}

/** A call that came in, with `METHOD /path`. */
export type RestCall = Call & { readonly line: string };

/**
 * Calls of one route and one webhook or channel within one second. Discord's documentation, "Rate
 * Limits": they "should not be hard coded", and a bot learns them from the headers; real ones are
 * of this kind.
 */
const BUCKET = 5;
const BUCKET_MS = 1_000;
/** The webhook or the channel of a call, and the rest of its path. */
const IN_BUCKETS = /^(?<place>\/webhooks\/\d+\/[^/]+|\/channels\/\d+)(?<rest>.*)$/u;
/**
 * As there, "Global Rate Limit": "All bots can make up to 50 requests per second", and "interaction
 * endpoints are not bound to the bot's global rate limit", which need no login.
 */
const GLOBAL_LIMIT = 50;
const GLOBAL_MS = 1_000;

/** "User Agent" of its documentation; without it a client may be "blocked and restricted". */
const USER_AGENT = /^DiscordBot \(https?:\/\/[^ ,]+, [^)]+\)/u;

/** @param onCall called with every call as it comes in */
export function createRest(world: () => World, onCall: (call: RestCall) => void = () => undefined) {
  const calls: RestCall[] = [];
  const violations: string[] = [];
  const faults: RestFault[] = [];
  const countCall = createBuckets();
  const countGlobally = createGlobalLimit();
  let refusals = 0;
  const headersFor = (call: Call): Record<string, string> => ({
    // Discord's time, not that of the machine: tests move both.
    date: new Date(world().clock.now()).toUTCString(),
    ...countCall(call),
    ...(call.authorized && countGlobally()),
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request);
    const line = `${call.method} ${call.path}`;
    const made = { ...call, line };
    calls.push(made);
    violations.push(...violationsOf(call));
    onCall(made);
    const fault = takeFault(faults, line) ?? faultWithoutUserAgent(request);
    const attachment = world().attachments.get(call.path);
    if (attachment !== undefined && fault === undefined) {
      return void response.writeHead(200).end(attachment);
    }
    const headers = headersFor(call);
    const limited = headers['retry-after'] !== undefined;
    if (limited) refusals += 1;
    // A fault hides what Discord has answered, and by default Discord has not even acted.
    const isActedOn = !limited && (fault === undefined || fault.actedOn === true);
    const own = isActedOn ? answerCall(world(), call) : LIMITED;
    const answer = fault?.instead ?? own;
    if (answer === 'reset') request.socket.destroy();
    else send(response, headers, answer);
  };
  return {
    http: createServer(handle),
    calls,
    /** How calls differed from Discord's published specification. */
    violations: violations as readonly string[],
    faults,
    /** How many calls were refused, since there were too many. */
    refused: (): number => refusals,
  };
}

function faultWithoutUserAgent({
  headers,
}: IncomingMessage): Pick<RestFault, 'instead' | 'actedOn'> | undefined {
  if (USER_AGENT.test(headers['user-agent'] ?? '')) return undefined;
  return { instead: refusal(403, 40_333, 'internal network error') };
}

function takeFault(faults: readonly RestFault[], line: string): RestFault | undefined {
  const fault = faults.find(({ on, times }) => times > 0 && on.test(line));
  if (fault !== undefined) fault.times -= 1;
  return fault;
}

const LIMITED: Answer = {
  status: 429,
  body: { message: 'You are being rate limited.', retry_after: 1, global: false },
};

/** Counts the calls of each route in each webhook and channel; other calls are not in a bucket. */
function createBuckets(): (call: Call) => Record<string, string> {
  const buckets = new Map<string, { used: number; endsAt: number }>();
  return ({ method, path }) => {
    const { place, rest } = IN_BUCKETS.exec(path)?.groups ?? {};
    if (place === undefined || rest === undefined) return {};
    // As on Discord, a route has one bucket name in all places: the client adds the place itself.
    const [, kind] = place.split('/');
    const route = `${method} /${kind}${rest.replace(/[^/]*\d[^/]*|@original/u, ':id')}`;
    const key = `${route} in ${place}`;
    const open = buckets.get(key);
    const bucket =
      open !== undefined && open.endsAt > performance.now()
        ? open
        : { used: 0, endsAt: performance.now() + BUCKET_MS };
    buckets.set(key, bucket);
    bucket.used += 1;
    const resetAfter = String((bucket.endsAt - performance.now()) / 1_000);
    return {
      'x-ratelimit-limit': String(BUCKET),
      'x-ratelimit-remaining': String(Math.max(0, BUCKET - bucket.used)),
      'x-ratelimit-reset-after': resetAfter,
      'x-ratelimit-bucket': route,
      ...(bucket.used > BUCKET && { 'retry-after': resetAfter }),
    };
  };
}

/** Counts the calls of the bot. Returns headers for one too many: when the next one may come. */
function createGlobalLimit(): () => Record<string, string> {
  let used = 0;
  let endsAt = 0;
  return () => {
    const now = performance.now();
    if (now >= endsAt) [used, endsAt] = [0, now + GLOBAL_MS];
    used += 1;
    if (used <= GLOBAL_LIMIT) return {};
    return { 'retry-after': String((endsAt - now) / 1_000), 'x-ratelimit-global': 'true' };
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname } = new URL(request.url ?? '/', 'http://discord');
  const type = request.headers['content-type'] ?? '';
  const bytes = await buffer(request);
  const form = type.startsWith('multipart/')
    ? await new Response(bytes, { headers: { 'content-type': type } }).formData()
    : undefined;
  const json = form === undefined ? bytes.toString() : String(form.get('payload_json'));
  const files: { name: string; text: string }[] = [];
  for (const value of form?.values() ?? []) {
    if (typeof value !== 'string') files.push({ name: value.name, text: await value.text() });
  }
  return {
    method: request.method ?? '',
    path: decodeURIComponent(pathname).replace(/^\/api\/v10/u, ''),
    body: json === '' ? undefined : JSON.parse(json),
    files,
    authorized: request.headers.authorization === `Bot ${TOKEN}`,
  };
}

function send(
  response: ServerResponse,
  common: Record<string, string>,
  { status, body, headers }: Answer,
): void {
  // A 204 must not claim to have a body, or the library tries to read it.
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...common, ...type, ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
