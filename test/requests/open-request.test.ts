import { describe, expect, it } from 'vitest';
import { OpenRequest, type RequestPhase } from '../../src/requests/open-request.ts';
import { eventOf, text } from './stage.ts';

const REQUEST = eventOf('test:1', text('echo', '').input);

const begin = (phase: 'pending' | 'ready' = 'ready'): OpenRequest =>
  new OpenRequest({ event: REQUEST, acceptedAt: 1, requestToken: 'token', phase });
const nothing = (): void => undefined;

/** The way to each state. */
const WAYS: Readonly<Record<RequestPhase, () => OpenRequest>> = {
  pending: () => begin('pending'),
  ready: () => begin(),
  running: () => changed(begin(), (open) => open.beginAttempt()),
  retrying: () => changed(WAYS.running(), (open) => open.markRetrying(nothing)),
  settled: () => changed(WAYS.running(), (open) => open.markShown()),
  closed: () => changed(WAYS.settled(), (open) => open.markClosed()),
  'handed-over': () => changed(begin(), (open) => open.beginHandover()),
};

function changed(open: OpenRequest, change: (open: OpenRequest) => unknown): OpenRequest {
  change(open);
  return open;
}

describe('a request', () => {
  it.each<[RequestPhase, readonly RequestPhase[]]>([
    ['pending', ['ready', 'settled', 'closed']],
    ['ready', ['running', 'retrying', 'settled', 'closed']],
    ['running', ['retrying', 'settled', 'closed']],
    ['retrying', ['ready', 'settled', 'closed']],
    ['settled', ['closed']],
    ['closed', []],
    ['handed-over', ['closed']],
  ])('that is %s only ever becomes one of %j', (from, next) => {
    const changes: Readonly<Record<string, (open: OpenRequest) => unknown>> = {
      ready: (open) => open.markReady(),
      running: (open) => open.beginAttempt(),
      retrying: (open) => open.markRetrying(nothing),
      settled: (open) => open.markShown(),
      closed: (open) => open.markClosed(),
    };
    for (const [to, change] of Object.entries(changes)) {
      const open = WAYS[from]();
      expect(open.phase).toBe(from);
      if (next.includes(to as RequestPhase)) expect(changed(open, change).phase).toBe(to);
      // Closing again changes nothing.
      else if (from !== 'closed' || to !== 'closed') {
        expect(() => change(open)).toThrow(`is ${from} cannot become ${to}`);
      }
    }
  });

  it.each<[RequestPhase, RequestPhase]>([
    ['pending', 'handed-over'],
    ['ready', 'handed-over'],
    ['running', 'running'],
    ['retrying', 'handed-over'],
    ['settled', 'settled'],
    ['closed', 'closed'],
    ['handed-over', 'handed-over'],
  ])('that is %s when its run ends is %s for the next run', (from, to) => {
    const open = WAYS[from]();
    open.beginHandover();
    expect(open.phase).toEqual(to);
  });

  it('that runs when its run ends is interrupted for the next run', () => {
    const open = begin();
    const attempt = open.beginAttempt();
    open.beginHandover();
    expect(attempt.interruption).toBe('handed-over');
  });

  it('that runs is stopped once, and is forgotten though its person stopped it before', () => {
    const open = begin();
    const attempt = open.beginAttempt();
    expect(open.stop()).toBe(true);
    expect(open.isOpen).toBe(true);
    expect(open.isForgotten).toBe(false);
    open.forget();
    expect(attempt.interruption).toBe('stopped');
    expect(open.isOpen).toBe(false);
    expect(open.isForgotten).toBe(true);
    expect(WAYS.settled().stop()).toBe(false);
  });

  it('that is retrying ends its pause when it becomes something else', () => {
    for (const change of [
      'markReady',
      'markShown',
      'markGivenUp',
      'markClosed',
      'beginHandover',
      'forget',
    ] as const) {
      let isPaused = true;
      const open = WAYS.running();
      open.markRetrying(() => {
        isPaused = false;
      });
      expect(isPaused).toBe(true);
      expect(open.failures).toBe(1);
      open[change]();
      expect(isPaused).toBe(false);
    }
  });
});
