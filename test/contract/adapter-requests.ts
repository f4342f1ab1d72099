import { expect } from 'vitest';
import type { RequestEvent } from '../../src/core/adapter/request-event.ts';
import type { FileReference } from '../../src/core/command/command-options.ts';
import { isPrincipal } from '../../src/core/principal.ts';
import { IMEI } from '../support/known.ts';
import { button, replyOf } from '../support/replies.ts';
import { type AdapterIt, last, start, startAndAsk, stored } from './adapter-stage.ts';

/** What people send becomes requests, from the start of an adapter to its stop. */
export function describeRequests(it: AdapterIt): void {
  it('what a person says is a request that can be stored as JSON, and has its own id', async ({
    stage,
  }) => {
    const { platform } = stage.adapter;
    const inbox = await start(stage);
    await stage.say(IMEI);
    await stage.say(IMEI);
    await expect.poll(() => inbox).toHaveLength(2);
    expect(new Set(inbox.map(({ request }) => request.id)).size).toBe(2);
    const { request } = await inbox.received();
    expect(request).toMatchObject({
      id: expect.stringMatching(`^${platform}:`),
      requester: expect.stringMatching(`^${platform}:`),
      input: { kind: 'command' },
    });
    for (const principal of [request.requester, ...request.scopes]) {
      expect(principal).toSatisfy(isPrincipal);
    }
    expect(stored(request)).toEqual(request);
  });

  it('a pressed button is a request with its token', async ({ stage }) => {
    const { inbox, show } = await startAndAsk(stage);
    const actions = [button('Check again', 'g.fresh'), button('Full details', 'g.full')];
    await show(replyOf({ actions }), last);
    await stage.press('Full details');
    await expect.poll(() => inbox).toHaveLength(2);
    expect(inbox[1]?.request.input).toMatchObject({ kind: 'press', token: 'g.full' });
  });

  it('a mention without a number is greeted once, and thanks are not answered', async ({
    stage,
    skip,
  }) => {
    if (stage.mention === undefined) return skip('nobody else is there');
    const inbox = await start(stage);
    for (const text of ['thanks!', 'what do you do?', 'hello?', 'and now?']) {
      await stage.mention(text);
    }
    await stage.mention(IMEI);
    await inbox.received(2);
    const asked = inbox.map(({ request }) => JSON.stringify(request.input));
    expect(asked).toEqual([expect.stringContaining('greeting'), expect.stringContaining(IMEI)]);
  });

  it('a file that a person sent is read by its stored reference, up to the limit of bytes', async ({
    stage,
  }) => {
    const bytes = new TextEncoder().encode(`imei\r\n${IMEI}\r\n`);
    const inbox = await start(stage);
    await stage.send({ name: 'phones.csv', bytes });
    const { request } = await inbox.received();
    const file = fileOf(stored(request));
    const { signal } = new AbortController();
    const read = (maxBytes: number) => stage.adapter.readFile(file, { maxBytes, signal });
    expect(file.name).toBe('phones.csv');
    expect(new Uint8Array(await read(bytes.byteLength))).toEqual(bytes);
    await expect(read(bytes.byteLength - 1)).rejects.toMatchObject({ why: 'too-large' });
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    const reading = stage.adapter.readFile(file, { maxBytes: 1_000, signal: cancelled });
    await expect(reading).rejects.toThrow('cancelled');
    await stage.loseFiles();
    await expect(read(1_000)).rejects.toMatchObject({ name: 'FileUnreadable', why: 'gone' });
  });

  it('an adapter is connected from its start to its stop', async ({ stage }) => {
    expect(stage.adapter.isConnected()).toBe(false);
    await start(stage);
    expect(stage.adapter.isConnected()).toBe(true);
    await stage.adapter.stop();
    expect(stage.adapter.isConnected()).toBe(false);
  });

  it('after a stop nothing more is received, and what is under way is still shown', async ({
    stage,
  }) => {
    const { inbox, show } = await startAndAsk(stage);
    await stage.adapter.stop();
    await expect(stage.adapter.stop()).resolves.toBeUndefined();
    await stage.say('356938035643809');
    await show(replyOf({ title: 'The last answer' }), last);
    await expect.poll(() => stage.shown()).toContain('The last answer');
    expect(inbox).toHaveLength(1);
  });
}

function fileOf({ input }: RequestEvent): FileReference {
  const options = input.kind === 'command' ? input.options : undefined;
  const file = options?.kind === 'values' ? options.values.file : options?.file;
  if (typeof file !== 'object') throw new Error('the request has no file');
  return file;
}
