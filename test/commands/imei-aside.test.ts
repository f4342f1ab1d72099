import { describe, expect, it } from 'vitest';
import type { InvocationContext } from '../../src/core/command.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';

const A = imeiOf('35316609', 412_007);
/** Numbers of something else with the check digit of an IMEI. */
const OTHERS = [1, 2, 3, 4, 5].map((at) => imeiOf(`350415${at}0`, at * 101_733));
const [first = ''] = OTHERS;
const TEXT = `IMEI: ${A}\n${OTHERS.map((other) => `Seal: ${other}`).join('\n')}`;

function talk(as: Partial<InvocationContext> = {}) {
  const checker = scriptedChecker(() => answers.found(basic()), 60_000);
  const { say, press } = conversation({ needs: { checker }, as });
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

  it('are offered where nothing else is there', async () => {
    const { say, press, asked } = talk();
    const { last } = (await say(`Rechnung ${first}`)).expect('Rechnung (1)');
    expect(asked()).toEqual([]);
    await press(last, 'aside');
    expect(asked()).toEqual([first]);
  });
});
