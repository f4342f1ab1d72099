import { describe, expect, it } from 'vitest';
import { scaledClock } from '../../../support/telegram/clock.ts';
import { createPerson } from '../../../support/telegram/people.ts';
import { startTelegram } from '../../../support/telegram/server.ts';
import { button, eventually, replyOf, type Stage, stageTelegram } from '../stage.ts';

const IMEI = '490154203237518';
const GROUP = -1001;

describe('Telegram, which keeps its limits,', () => {
  it('shows thirty answers in a group, and has nothing to refuse', async () => {
    const stage = await stageAt(5);
    const people = Array.from({ length: 30 }, (_, index) =>
      createPerson(stage.telegram, { id: 100 + index }),
    );
    for (const person of people) person.say(`/imei ${IMEI}`, { group: GROUP });
    await stage.asked(30);
    const before = stage.clock.elapsed();
    await Promise.all(
      stage.inbox.map(({ show }, index) => show(replyOf({ title: `Answer ${index}` }), { last: true })),
    );
    expect(stage.clock.elapsed() - before).toBeLessThan(66_000);
    expect(answersIn(stage, GROUP)).toEqual(numbered(30));
    expect(stage.telegram.flood.refused).toBe(0);
  });

  it('gets all answers though it refuses some, and none of them while it has asked for a pause', async () => {
    const stage = await stageAt(12);
    const flood = { code: 429, description: 'Too Many Requests', parameters: { retry_after: 4 } };
    stage.telegram.mishap('sendMessage', flood);
    stage.ann.say(IMEI);
    await stage.asked(1);
    const first = stage.inbox[0]?.show(replyOf({ title: 'Answer 0' }), { last: true });
    await eventually(() => expect(stage.telegram.callsOf('sendMessage')).toHaveLength(1));
    stage.ann.say(IMEI);
    await stage.asked(2);
    await stage.inbox[1]?.show(replyOf({ title: 'Answer 1' }), { last: true });
    await first;
    const [refused, ...sent] = stage.telegram.callsOf('sendMessage').map(({ at }) => at);
    expect(Math.min(...sent) - (refused ?? 0)).toBeGreaterThanOrEqual(4_000);
    expect(answersIn(stage, stage.ann.id)).toEqual(numbered(2));
  });
});

describe('answers that are due in a group in one moment', () => {
  it('stand in one message, each with its number and its buttons, and tell their askers', async () => {
    const { joined } = await joinedAnswers();
    expect(joined.text).toMatch(/^1\. ✅ Answer \d+\n\n2\. ✅ Answer \d+/);
    const labels = joined.keyboard.flat().map(({ text }) => text);
    expect(labels).toContain('1. Full details');
    expect(labels).toContain('2. Full details');
    expect(joined.replyTo).toBeDefined();
    const mentioned = joined.entities.filter(({ type }) => type === 'text_mention').length;
    expect(mentioned).toBe(labels.length - 1);
  });

  it('stay there when a button of one is pressed: its answer is a message of its own', async () => {
    const { stage, joined } = await joinedAnswers();
    const before = joined.text;
    const shown = Number(/2\. ✅ Answer (\d+)/.exec(joined.text)?.[1]);
    const presser = createPerson(stage.telegram, { id: 100 + shown });
    presser.press(joined, '2. Full details');
    const press = await stage.asked(11);
    expect(press.request.ask).toMatchObject({ kind: 'press', token: `answer-${shown}.full` });
    expect(press.request.ask).toMatchObject({
      on: stage.adapter.standsAt?.({ ...press.request.target, message: joined.id }),
    });
    await press.show(replyOf({ title: 'All of it' }), { last: true });
    expect(joined.text).toBe(before);
    expect(stage.shown(GROUP).at(-1)).toMatchObject({ text: '✅ All of it', replyTo: joined.id });
  });

  it('stand apart when Telegram refuses them together', async () => {
    const stage = await stageAt(12);
    const refusal = { code: 400, description: "Bad Request: can't parse entities: what is this" };
    await askTen(stage);
    // The first four go by themselves.
    const shown = stage.inbox.slice(0, 4).map((one, index) => showNumbered(one, index));
    await Promise.all(shown);
    stage.telegram.mishap('sendMessage', refusal);
    await Promise.all(stage.inbox.slice(4).map((one, index) => showNumbered(one, index + 4)));
    expect(answersIn(stage, GROUP)).toEqual(numbered(10));
  });

  it('come later than their files, which stand below them', async () => {
    const stage = await stageAt(12);
    await askTen(stage);
    const data = new TextEncoder().encode('imei\n');
    await Promise.all(
      stage.inbox.map(({ show }, index) =>
        show(
          replyOf({
            title: `Answer ${index}`,
            files: [{ name: `${index}.csv`, contentType: 'text/csv', data }],
          }),
          { last: true },
        ),
      ),
    );
    for (const { file, replyTo } of stage.shown(GROUP)) {
      if (file === undefined) continue;
      const above = stage.shown(GROUP).find(({ id }) => id === replyTo);
      expect(above?.text).toContain(`Answer ${file.name.replace('.csv', '')}`);
    }
    expect(stage.shown(GROUP).filter(({ file }) => file !== undefined)).toHaveLength(10);
  });
});

/** @param factor how much faster than usual time passes: what the network takes passes as well */
async function stageAt(factor: number): Promise<Stage> {
  const clock = scaledClock(factor);
  const stage = await stageTelegram({}, { clock, telegram: await startTelegram(clock) });
  stage.telegram.chats.groups.add(GROUP);
  await stage.start();
  // What the start writes would take its time from the calls that are measured.
  await eventually(() => expect(stage.telegram.descriptions.has('short_description')).toBe(true));
  return stage;
}

async function askTen(stage: Stage): Promise<void> {
  for (let index = 0; index < 10; index += 1)
    createPerson(stage.telegram, { id: 100 + index }).say(`/imei ${IMEI}`, { group: GROUP });
  await stage.asked(10);
  // In the order in which they were asked, whoever came first.
  stage.inbox.sort((one, other) => userOf(one) - userOf(other));
}

function userOf({ request }: Stage['inbox'][number]): number {
  return Number(request.requester.split(':').at(-1));
}

function showNumbered({ show }: Stage['inbox'][number], index: number): Promise<unknown> {
  const actions = [button('Full details', `answer-${index}.full`)];
  return show(replyOf({ title: `Answer ${index}`, actions }), { last: true });
}

async function joinedAnswers() {
  const stage = await stageAt(12);
  await askTen(stage);
  await Promise.all(stage.inbox.map(showNumbered));
  const joined = stage.shown(GROUP).find(({ text }) => text.startsWith('1.'));
  if (joined === undefined) throw new Error('no answers stand together');
  return { stage, joined };
}

function answersIn(stage: Stage, chat: number): string[] {
  return stage
    .shown(chat)
    .flatMap(({ text }) => text.match(/Answer \d+/g) ?? [])
    .sort();
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Answer ${index}`).sort();
}
