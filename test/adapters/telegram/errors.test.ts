import { GrammyError, HttpError } from 'grammy';
import { describe, expect, it } from 'vitest';
import { faultOf, TelegramFault } from '../../../src/adapters/telegram/errors.ts';

describe('a failed call', () => {
  it.each([
    ['ETIMEDOUT', 'read ETIMEDOUT'],
    ['ECONNRESET', 'socket hang up'],
    [undefined, "Request to 'sendMessage' timed out after 20 seconds"],
    [undefined, 'Unexpected token'],
  ])('with %s (%s) is lost', (code, message) => {
    const cause = Object.assign(new Error(message), { code });
    expect(faultOf(new HttpError('Network request failed', cause)).kind).toBe('lost');
  });

  it('of which is known that it was not sent stays that', () => {
    const notSent = new TelegramFault('Telegram was not reached (ENOTFOUND)', { kind: 'not-sent' });
    expect(faultOf(new HttpError('Network request failed', notSent))).toBe(notSent);
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
