import { describe, expect, it } from 'vitest';
import type { InvocationContext } from '../../src/core/command.ts';
import { answers, full } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation, type Setup } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';

const A = imeiOf('35316609', 412_007);
/** Numbers of something else with the check digit of an IMEI. */
const OTHERS = [1, 2, 3, 4, 5].map((at) => imeiOf(`350415${at}0`, at * 101_733));
const [first = ''] = OTHERS;
const TEXT = `IMEI: ${A}\n${OTHERS.map((other) => `Seal: ${other}`).join('\n')}`;

function talk(as: Partial<InvocationContext> = {}, settings: Setup['settings'] = {}) {
  const checker = scriptedChecker(() => answers.found(full()), 60_000);
  const { say, press } = conversation({ needs: { checker }, as, settings });
  return { say, press, asked: () => checker.asked.map(({ imei }) => imei) };
}

describe('numbers of a message with another name beside one that is called IMEI', () => {
  it('are told in one line below its answer, and one button checks them', async () => {
    const { say, press, asked } = talk();
    const { last } = (await say(TEXT)).expect(
      'May be IMEIs, not checked',
      `Seal (5): ${OTHERS.slice(0, 3).join(', ')}, …`,
    );
    expect(asked()).toEqual([A]);
    expect(last.actions?.map(({ label }) => label)).toContain('Check these too (5)');
    await press(last, 'aside');
    expect(asked()).toEqual([A, ...OTHERS]);
  });

  it('are masked where others read them, and told to scripts as not confirmed', async () => {
    const group = (await talk({ visibility: 'shared' }).say(TEXT)).expect(
      `Seal (5): ${first.slice(0, 8)}•••••••`,
    );
    group.expectNot(first);
    const { last } = await talk().say(`IMEI: ${A}\nSeal: ${first}`);
    expect(last.records?.().map(({ imei, problem }) => [imei, problem])).toEqual([
      [A, undefined],
      [first, 'unconfirmed'],
    ]);
  });

  it('stay below what a button puts in the place of the answer, until they are asked for', async () => {
    const phones = [A, imeiOf('35891910', 412_008), imeiOf('86912305', 412_009)];
    const { say, press, asked } = talk({}, { batchConfirm: 2 });
    const text = `${phones.map((imei) => `IMEI: ${imei}`).join('\n')}\nSeal: ${first}\nCrate: ${OTHERS[1]}`;
    const plan = (await say(text)).expect('Check 3 IMEIs?', 'Seal (1)', '[Check these too (2)]');
    const list = (await press(plan.last, 'check')).expect(
      'All 3 found',
      'Crate (1)',
      '[Check these too (2)]',
    );
    const full = (await press(list.last, 'full')).expect(`Seal (1): ${first}`, '[Check these too (2)]');
    expect(asked()).toEqual(phones);
    (await press(full.last, 'aside')).expectNot('Check these too');
    expect(asked()).toEqual([...phones, first, OTHERS[1]]);
  });

  it('are offered where nothing else is there', async () => {
    const { say, press, asked } = talk();
    const { last } = (await say(`Rechnung ${first}`)).expect('Rechnung (1)');
    expect(asked()).toEqual([]);
    await press(last, 'aside');
    expect(asked()).toEqual([first]);
  });
});
