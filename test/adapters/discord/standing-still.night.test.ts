import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApi, type DiscordApi } from '../../../src/adapters/discord/outbound/api.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { acknowledged } from '../../support/discord/acknowledged.ts';
import { CHANNEL, type FakeDiscord, startFakeDiscord } from '../../support/discord/fake.ts';
import { TOKEN } from '../../support/discord/world.ts';

/** A call takes a loaded machine a tenth of it. */
const TIMEOUT_MS = 2_000;
const STILL_MS = 2_500;
const PLAIN = { body: { content: 'Said' }, files: [] };

/** Nothing else happens in this process meanwhile, as if it had been stopped. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STILL_MS);
}

/** What the client tells before it connects. */
const CONNECTING = 'undici:client:beforeConnect';

interface Stage {
  readonly discord: FakeDiscord;
  readonly api: DiscordApi;
  /** The incidents that were reported. */
  readonly reported: readonly string[];
}

/** A Discord, and its calls; the process stands still when Discord has answered the next call that matches `at`. */
async function stage(at = /none/): Promise<Stage> {
  let isNext = true;
  const discord = await startFakeDiscord({
    onCall: ({ line }) => {
      if (!isNext || !at.test(line)) return;
      isNext = false;
      // The answer is written in this turn.
      process.nextTick(standStill);
    },
  });
  onTestFinished(() => discord.close());
  const reported: string[] = [];
  const api = createApi({
    ...{ token: TOKEN, apiUrl: discord.apiUrl, clock: systemClock, onTokenRefused: () => undefined },
    report: (incident) => void reported.push(incident),
    callbackTimeoutMs: TIMEOUT_MS,
    callTimeoutMs: TIMEOUT_MS,
  });
  return { discord, api, reported };
}

describe('a process that stood still past the time limit of a call to Discord', () => {
  it('reads the answer that lies in its socket, and sends no second follow-up', async () => {
    const { discord, api, reported } = await stage(/^POST .webhooks/);
    const target = await acknowledged(api, discord);
    await api.edit(target, PLAIN, { last: true });
    const id = await api.followUp(target, PLAIN, true);
    expect(discord.world.messages.map((message) => message.id)).toContain(id);
    expect(discord.calls(/^POST .webhooks/)).toHaveLength(1);
    expect(reported).toEqual([]);
  });

  it('knows the message that it has sent to a channel', async () => {
    const { discord, api, reported } = await stage(/^POST .channels/);
    const id = await api.send(CHANNEL, PLAIN, { nonce: 'a nonce', last: false });
    expect(discord.world.messages.map((message) => message.id)).toEqual([id]);
    expect(discord.calls(/^POST .channels/)).toHaveLength(1);
    expect(reported).toEqual([]);
  });

  it('takes a command for acknowledged that it has acknowledged', async () => {
    const { discord, api, reported } = await stage(/callback/);
    await acknowledged(api, discord);
    expect(discord.calls(/callback/)).toHaveLength(1);
    expect(reported).toEqual([]);
  });

  it('sends nothing on a connection that stands only now', async () => {
    const { discord, api } = await stage();
    const { id, token } = discord.world.begin({ user: '1', channel: CHANNEL });
    const onConnecting = (): void => {
      unsubscribe(CONNECTING, onConnecting);
      // When the connection is being made, and before anybody can hear that it stands.
      process.nextTick(() => process.nextTick(standStill));
    };
    subscribe(CONNECTING, onConnecting);
    await api.acknowledge({ id, token }, { kind: 'reply', ephemeral: true });
    // Only what was tried again, in time.
    expect(discord.calls(/callback/)).toHaveLength(1);
  });
});

describe('a follow-up that gets no answer', () => {
  it('is not sent a second time, since Discord would show both', async () => {
    const { discord, api } = await stage();
    const target = await acknowledged(api, discord);
    await api.edit(target, PLAIN, { last: true });
    discord.fail({ on: /^POST .webhooks/, instead: 'hang', actedOn: true });
    await expect(api.followUp(target, PLAIN, true)).rejects.toMatchObject({ code: 'timeout' });
    expect(discord.calls(/^POST .webhooks/)).toHaveLength(1);
  });
});
