import { GrammyError, HttpError } from 'grammy';
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../src/adapters/telegram/errors.ts';

describe('a failed call', () => {
  it.each([
    ['ECONNREFUSED', 'request to https://x/ failed, reason: connect ECONNREFUSED', 'not-sent'],
    ['ENOTFOUND', 'request to https://x/ failed, reason: getaddrinfo ENOTFOUND x', 'not-sent'],
    ['CERT_HAS_EXPIRED', 'request to https://x/ failed, reason: certificate has expired', 'not-sent'],
    ['ETIMEDOUT', 'request to https://x/ failed, reason: connect ETIMEDOUT 1.2.3.4', 'not-sent'],
    ['ETIMEDOUT', 'connect ETIMEDOUT 1.2.3.4:443', 'not-sent'],
    ['ETIMEDOUT', 'read ETIMEDOUT', 'lost'],
    ['ETIMEDOUT', 'request to https://x/ failed, reason: read ETIMEDOUT', 'lost'],
    ['ECONNRESET', 'request to https://x/ failed, reason: socket hang up', 'lost'],
    [undefined, "Request to 'sendMessage' timed out after 20 seconds", 'lost'],
    [undefined, 'invalid json response body', 'lost'],
  ])('with %s (%s) is %s', (code, message, kind) => {
    const cause = Object.assign(new Error(message), { code });
    expect(faultOf(new HttpError('Network request failed', cause)).kind).toBe(kind);
  });

  it.each([
    [['connect', 'connect'], 'not-sent'],
    [['connect', 'read'], 'lost'],
  ])('of which each address of the host says %j, ETIMEDOUT, is %s', (steps, kind) => {
    const tried = steps.map((step) => Object.assign(new Error(`${step} ETIMEDOUT`), { code: 'ETIMEDOUT' }));
    const cause = Object.assign(new AggregateError(tried, ''), { code: 'ETIMEDOUT' });
    expect(faultOf(new HttpError('Network request failed', cause)).kind).toBe(kind);
  });

  it.each([
    [400, 'Bad Request: message is not modified: …', 'not-modified'],
    [400, 'Bad Request: message to edit not found', 'gone'],
    [400, 'Bad Request: chat not found', 'unreachable'],
    [400, 'Bad Request: not enough rights to send text messages to the chat', 'unreachable'],
    [400, 'Bad Request: message is too long', 'refused'],
    [401, 'Unauthorized', 'unauthorized'],
    [403, 'Forbidden: bot was kicked from the supergroup chat', 'unreachable'],
    [404, 'Not Found', 'unauthorized'],
    [404, 'Not Found: method not found', 'no-method'],
    [409, 'Conflict: terminated by other getUpdates request', 'conflict'],
    [429, 'Too Many Requests: retry after 5', 'flood'],
    [502, 'Bad Gateway', 'server'],
  ])('answered with %i %s is %s', (error_code, description, kind) => {
    const answer = { ok: false, error_code, description } as const;
    expect(faultOf(new GrammyError('failed', answer, 'sendMessage', {})).kind).toBe(kind);
  });
});
