import { expect } from 'vitest';
import { sayIn } from '../../src/format/texts/say.ts';
import { IMEI } from '../support/known.ts';
import { button, replyOf } from '../support/replies.ts';
import { type AdapterIt, last, progress, start, startAndAsk } from './adapter-stage.ts';

const FULL = button('Full details', 'g.full');

/** Each reply is where it belongs: for its asker alone, in place of another one, or below it. */
export function describePlaces(it: AdapterIt): void {
  it.for([
    ['at once', false],
    ['after its progress', true],
  ] as const)(
    'others see nothing of an answer for its asker alone, only where it is: %s',
    async ([, isAfterProgress], { stage, skip }) => {
      const { mention, shownToOthers } = stage;
      if (mention === undefined || shownToOthers === undefined) {
        return skip('nobody else is there');
      }
      const inbox = await start(stage);
      await mention(IMEI);
      const { show } = await inbox.received();
      if (isAfterProgress) await show(replyOf({ title: 'Waiting' }), progress);
      await show(replyOf({ title: 'For you alone', isPrivate: true }), last);
      await expect.poll(() => stage.shown()).toContain('For you alone');
      expect(shownToOthers()).toMatch(/^I’ve (?:sent|answered) you[^\n]*$/);
    },
  );

  it('an answer whose place has expired says in the private chat that it comes late', async ({
    stage,
    skip,
  }) => {
    if (stage.expired === undefined) return skip('no place expires');
    const show = await stage.expired();
    await show?.(replyOf({ title: 'NOKIA 3310' }), last);
    const late = sayIn('en')('delivery.late');
    await expect.poll(() => stage.shown()).toMatch(new RegExp(`${late}\\s.*NOKIA 3310`));
  });

  it('the answer to a press takes the place of the pressed reply, also after a restart', async ({
    stage,
    skip,
  }) => {
    if (stage.restart === undefined) return skip('what was printed stays');
    const { inbox, show } = await startAndAsk(stage);
    await show(replyOf({ title: 'Brief', actions: [FULL] }), last);
    await start(stage, await stage.restart(), inbox);
    await stage.press('Full details');
    await (await inbox.received(2)).show(replyOf({ title: 'All of it' }), last);
    await expect.poll(() => stage.shown()).toContain('All of it');
    expect(stage.shown()).not.toContain('Brief');
  });

  it('a notice to the person who pressed leaves the pressed reply as it is', async ({ stage }) => {
    const { inbox, show } = await startAndAsk(stage);
    await show(replyOf({ title: 'Brief', actions: [FULL] }), last);
    await stage.press('Full details');
    const notice = replyOf({ kind: 'notice', tone: 'warning', title: 'Too many questions' });
    await (await inbox.received(2)).show(notice, last);
    await expect.poll(() => stage.shown()).toContain('Too many questions');
    expect(stage.shown()).toContain('Brief');
    expect(stage.shown()).toContain('Full details');
  });

  it('an edit with other numbers changes the answer, also after a restart', async ({
    stage,
    skip,
  }) => {
    const { edit, restart } = stage;
    if (edit === undefined || restart === undefined) return skip('what was said stays');
    const { inbox, show } = await startAndAsk(stage);
    await show(replyOf({ title: 'NOKIA 3310' }), last);
    await start(stage, await restart(), inbox);
    for (const text of [`${IMEI}, please`, 'never mind', '356938035643809']) edit(text);
    const edited = await inbox.received(3);
    expect(JSON.stringify(edited.request.input)).toContain('356938035643809');
    await edited.show(replyOf({ title: 'NOKIA 6110' }), last);
    await expect.poll(() => stage.shown()).toContain('NOKIA 6110');
    expect(stage.shown()).not.toContain('NOKIA 3310');
    // A notice is not the answer.
    edit('352099001761481');
    const notice = replyOf({ kind: 'notice', tone: 'warning', title: 'Too many questions' });
    await (await inbox.received(4)).show(notice, last);
    await expect.poll(() => stage.shown()).toContain('Too many questions');
    expect(stage.shown()).toContain('NOKIA 6110');
  });

  it('an answer that was on its way is not shown after the question was edited', async ({
    stage,
    skip,
  }) => {
    if (stage.edit === undefined) return skip('what was said stays');
    const { inbox, show: older } = await startAndAsk(stage);
    await older(replyOf({ title: 'Waiting' }), progress);
    stage.edit('356938035643809');
    const edited = await inbox.received(2);
    // In the same second, perhaps.
    stage.edit('352099001761481');
    const editedAgain = await inbox.received(3);
    await editedAgain.show(replyOf({ title: 'NOKIA 6110' }), last);
    await edited.show(replyOf({ title: 'NOKIA 5110' }), last);
    await older(replyOf({ title: 'NOKIA 3310' }), last);
    await expect.poll(() => stage.shown()).toContain('NOKIA 6110');
    expect(stage.shown()).not.toMatch(/NOKIA [35]/);
    expect(stage.shown()).not.toContain('Waiting');
  });
}
