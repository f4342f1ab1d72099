import { describe, expect, it } from 'vitest';
import { LiveRequest, type RequestPhase } from '../../src/requests/live-request.ts';
import { eventOf, text } from './stage.ts';

const REQUEST = eventOf('test:1', text('echo', '').input);

const begin = (phase: 'pending' | 'ready' = 'ready'): LiveRequest =>
  new LiveRequest({ event: REQUEST, acceptedAt: 1, requestToken: 'token', phase });
const nothing = (): void => undefined;

/** The way to each state. */
const WAYS: Readonly<Record<RequestPhase, () => LiveRequest>> = {
  pending: () => begin('pending'),
  ready: () => begin(),
  running: () => changed(begin(), (request) => request.beginAttempt()),
  retrying: () => changed(WAYS.running(), (request) => request.markRetrying(nothing)),
  settled: () => changed(WAYS.running(), (request) => request.markShown()),
  closed: () => changed(WAYS.settled(), (request) => request.markClosed()),
  'handed-over': () => changed(begin(), (request) => request.beginHandover()),
};

function changed(request: LiveRequest, change: (request: LiveRequest) => unknown): LiveRequest {
  change(request);
  return request;
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
    const changes: Readonly<Record<string, (request: LiveRequest) => unknown>> = {
      ready: (request) => request.markReady(),
      running: (request) => request.beginAttempt(),
      retrying: (request) => request.markRetrying(nothing),
      settled: (request) => request.markShown(),
      closed: (request) => request.markClosed(),
    };
    for (const [to, change] of Object.entries(changes)) {
      const request = WAYS[from]();
      expect(request.phase).toBe(from);
      if (next.includes(to as RequestPhase)) expect(changed(request, change).phase).toBe(to);
      // Closing again changes nothing.
      else if (from !== 'closed' || to !== 'closed') {
        expect(() => change(request)).toThrow(`is ${from} cannot become ${to}`);
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
    const request = WAYS[from]();
    request.beginHandover();
    expect(request.phase).toEqual(to);
  });

  it('that runs when its run ends is interrupted for the next run', () => {
    const request = begin();
    const attempt = request.beginAttempt();
    request.beginHandover();
    expect(attempt.interruption).toBe('handed-over');
  });

  it('that runs is stopped once, and is forgotten though its person stopped it before', () => {
    const request = begin();
    const attempt = request.beginAttempt();
    expect(request.stop()).toBe(true);
    expect(request.isOpen).toBe(true);
    expect(request.isForgotten).toBe(false);
    request.forget();
    expect(attempt.interruption).toBe('stopped');
    expect(request.isOpen).toBe(false);
    expect(request.isForgotten).toBe(true);
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
      const request = WAYS.running();
      request.markRetrying(() => {
        isPaused = false;
      });
      expect(isPaused).toBe(true);
      expect(request.failures).toBe(1);
      request[change]();
      expect(isPaused).toBe(false);
    }
  });
});
