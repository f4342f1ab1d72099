import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/config.ts';
import { schemasOf, secretsIn } from '../../../src/config/setting-schemas.ts';
import { describeAdapter } from '../../contract/adapter-contract.ts';
import { createSkippingClock } from '../../support/clocks/skipping.ts';
import { testHost } from '../../support/host.ts';
import { createInbox } from '../../support/inbox.ts';
import { LIMITS } from '../../support/known.ts';
import { homeOf, Plaza, SQUARE } from '../../support/plaza.ts';
import { PlazaAdapter, plazaPlatform } from '../../support/plaza-platform.ts';

const ASKER = 'ann';
const OTHER = 'bob';
const ADMIN = 'cat';
const STRANGER = 'dan';

describeAdapter('A third platform', async () => {
  const { adapter, plaza, setSlept, restarted } = stagePlaza();
  plaza.refusing.set(homeOf(STRANGER), 'closed');
  const read = (person: string, room: string) => plaza.readBy(person, room).join('\n');
  let question = '';
  return {
    adapter,
    admin: `plaza:user:${ADMIN}`,
    stranger: `plaza:user:${STRANGER}`,
    say: async (text) => {
      question = await plaza.say({ person: ASKER, room: homeOf(ASKER), text });
    },
    edit: (text) => plaza.edit(question, { text }),
    send: ({ name, bytes }) => plaza.sendFile(ASKER, name, bytes),
    deleteReplies: () => plaza.messages.clear(),
    setSlept,
    restart: async () => {
      await adapter.stop();
      // Where its answer is has been written by then: nothing here takes time.
      await setImmediate();
      return restarted();
    },
    expired: async () => {
      const inbox = createInbox();
      await adapter.start(inbox.receive);
      await plaza.say({ person: ASKER, room: SQUARE, text: '@imei /help' });
      plaza.over.add(SQUARE);
      return (await inbox.received()).show;
    },
    loseFiles: () => plaza.files.clear(),
    press: (label) => plaza.press(ASKER, label),
    mention: async (text) => {
      await plaza.say({ person: ASKER, room: SQUARE, text: `@imei ${text}` });
    },
    shown: () => `${read(ASKER, homeOf(ASKER))}\n${read(ASKER, SQUARE)}`,
    shownToOthers: () => read(OTHER, SQUARE),
    notified: () => read(ADMIN, homeOf(ADMIN)),
    refuseFiles: () => {
      plaza.maxFileBytes = 100;
    },
    obeyed: () => [],
    close: () => adapter.stop(),
  };
});

function stagePlaza() {
  const plaza = new Plaza();
  const clock = createSkippingClock();
  const host = testHost(clock);
  let hasSlept = false;
  const options = { ...host, plaza, run: { ...host.run, hasSlept: () => hasSlept } };
  return {
    plaza,
    adapter: new PlazaAdapter(options),
    setSlept: (next: boolean): void => {
      hasSlept = next;
    },
    restarted: () => new PlazaAdapter(options),
  };
}

it('a third platform has its settings, its people and its doctor by its definition alone', async () => {
  const platforms = [plazaPlatform(new Plaza())];
  const tokens = { PLAZA_TOKEN: 'a-long-token' };
  const parse = (set: object) => parseConfig({ ...tokens, ...set }, platforms, LIMITS);
  const parsed = parse({ ALLOWED: 'plaza:user:ann,plaza:room:square' });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  expect(secretsIn(tokens, schemasOf(platforms))).toContain('a-long-token');
  const [plaza] = parsed.value.platforms;
  const report = await plaza?.examine(async () => ({ status: 200, body: {} }));
  expect(report?.diagnoses).toHaveLength(1);
  expect(parse({ ALLOWED: 'plaza:stall:7' })).toMatchObject({
    problems: [expect.stringContaining('plaza:user:ann, plaza:room:square')],
  });
});
