import { type ListedCode, ServiceFailure, wordsOf } from '../provider/errors.ts';

const NOT_THE_SERVICE = 'What answers at LOOKUP_BASE_URL is not the service. Write its address without /api.';
const SLOW = 'The service did not answer in time. Look at LOOKUP_BASE_URL, the network and HTTPS_PROXY.';

/** What the operator does about an answer to the question for the key's state. */
const SENTENCES: Readonly<Record<ListedCode, string>> = {
  'credentials-wrong': 'The service does not take LOOKUP_API_KEY. Copy all of it.',
  'account-blocked': 'The service has blocked the account. Ask the provider.',
  'credentials-missing': 'The service does not take LOOKUP_API_KEY. Copy all of it.',
  'key-refused':
    'The service does not take LOOKUP_API_KEY: it is wrong or disabled. Copy all of it, or ask the provider.',
  'key-inactive': 'LOOKUP_API_KEY is not activated yet, or has expired. Ask the provider.',
  'access-refused':
    'The service refuses this address or this key without a reason (403). Ask the provider whether the address is blocked.',
  'limit-exceeded':
    'The service says that the limit is exceeded: something else on this address calls it. Find it before you start the bot.',
  'hourly-limit': 'The checks of this hour are used up; the key is taken.',
  'daily-limit': 'The checks of this day are used up; the key is taken.',
  'imei-empty': NOT_THE_SERVICE,
  'unknown-error': 'The service answered with an error that its interface does not list. Ask the provider.',
  unreachable: 'The service cannot be reached. Look at LOOKUP_BASE_URL, the network and HTTPS_PROXY.',
  timeout: SLOW,
  reset: SLOW,
  'server-error': 'The service is broken just now. Try again later.',
  unreadable: NOT_THE_SERVICE,
  'too-large': NOT_THE_SERVICE,
  redirect: 'LOOKUP_BASE_URL answers with a redirect, which is not followed: write the address it leads to.',
  unexpected: NOT_THE_SERVICE,
};

/** A sentence for the operator; undefined for what is no failure of the service. */
export function keyProblem(error: unknown): string | undefined {
  return error instanceof ServiceFailure ? SENTENCES[wordsOf(error.code)] : undefined;
}
