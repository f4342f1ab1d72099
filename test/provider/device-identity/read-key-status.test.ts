import { expect, test } from 'vitest';
import { readKeyStatus } from '../../../src/provider/device-identity/read.ts';

function read(fields: object, httpStatus = 200) {
  return readKeyStatus({ httpStatus, body: JSON.stringify(fields) });
}

test('the status of a key is read under its names with spaces and parentheses', () => {
  const status = read({
    'Has access': true,
    'Activation date': '2024-01-31',
    'Expiration date': '2025-01-31',
    'Checks left (hour)': 'No limit',
    'Checks left (day)': 250,
    'Checks left (month)': 9_999,
  });
  expect(status).toEqual({
    hasAccess: true,
    activationDate: '2024-01-31',
    expirationDate: '2025-01-31',
    checksLeft: { hour: 'no-limit', day: 250, month: 9_999 },
  });
});

test.each(['No limit', 'no limit', 'NO LIMIT', ' No  Limit '])('"%s" is no limit', (text) => {
  expect(read({ 'Checks left (month)': text }).checksLeft).toEqual({ month: 'no-limit' });
});

test('numbers and truths may come as text', () => {
  const status = read({ 'Has access': 'false', 'Checks left (hour)': ' 12 ', 'Checks left (day)': '0' });
  expect(status).toEqual({ hasAccess: false, checksLeft: { hour: 12, day: 0 } });
});

test('a time of day behind a date is dropped', () => {
  expect(read({ 'Expiration date': '2025-01-31 23:59:59' }).expirationDate).toBe('2025-01-31');
  expect(read({ 'Expiration date': '2025-01-31T23:59:59Z' }).expirationDate).toBe('2025-01-31');
});

test('what is missing or cannot be read is left out', () => {
  const status = read({
    'Has access': 'perhaps',
    'Activation date': '0000-00-00',
    'Expiration date': null,
    'Checks left (hour)': -1,
    'Checks left (day)': 'many',
    'Checks left (month)': '5',
  });
  expect(status).toEqual({ checksLeft: { month: 5 } });
});

test('unknown fields and odd HTTP statuses spoil nothing', () => {
  expect(read({ 'Has access': true, Plan: 'gold' }, 500)).toEqual({ hasAccess: true, checksLeft: {} });
});

test.each(['No limit at all', 'There is no limit', 'nolimit'])('"%s" is not "No limit"', (text) => {
  expect(read({ 'Has access': true, 'Checks left (day)': text }).checksLeft).toEqual({});
});

test.each(['2025-01-31 soon', '2025-01-31 12:00 or later', '31.01.2025'])('"%s" is no date', (text) => {
  expect(read({ 'Has access': true, 'Expiration date': text })).toEqual({ hasAccess: true, checksLeft: {} });
});
