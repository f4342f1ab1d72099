import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLine } from '../../src/adapters/console/line.ts';
import { readCustomId } from '../../src/adapters/discord/target.ts';
import { PRESS_DATA } from '../../src/adapters/telegram/render.ts';
import { BOB, createWorld } from '../requests/stage.ts';
import { runs } from '../support/nightly.ts';
import { hostileText } from '../support/process/hostile.ts';

it('forged presses run nothing and stop nothing of others, by whatever data', async () => {
  const world = createWorld();
  const life = world.start();
  await life.ask('anns', 'echo');
  await life.ask('long', 'hang');
  await world.clock.advance(1_000);
  const tokens = world.shown.flatMap((one) => Object.values(one.tokens));
  const again = world.token('anns', 'again') ?? '';
  const ran = world.ran.length;

  const one = fc.constantFrom(...tokens);
  const near = fc.tuple(one, fc.nat(), fc.string({ maxLength: 3 })).map(([token, at, put]) => {
    const from = at % token.length;
    return `${token.slice(0, from)}${put}${token.slice(from + put.length)}`;
  });
  const data = fc
    .tuple(fc.constantFrom('here:', 'new:', 'n', ''), fc.oneof(hostileText, near, one))
    .map(([kind, text]) => `${kind}${text}`);
  await fc.assert(
    fc.asyncProperty(data, fc.constantFrom('anns', 'bobs', 'long'), async (said, on) => {
      const line = readLine(said, {
        textCommand: 'imei',
        button: () => 'a token of the terminal',
        exists: () => true,
      });
      // At the terminal nobody can name a token at all: a number presses what was printed last.
      if (line.kind === 'input' && line.input.kind === 'press')
        expect(line.input.token).toBe('a token of the terminal');
      const forged = new Set([
        readCustomId(`here:2:${said.replace('here:', '')}`)?.token,
        PRESS_DATA.exec(said)?.[2],
        said,
      ]);
      const pressing = [...forged].flatMap((token) => {
        if (token === undefined) return [];
        const bobs = life.press(`bob ${said} ${token} ${on}`, token, { requester: BOB, on });
        // Her own button, but not where she was shown it.
        return tokens.includes(token)
          ? [bobs, life.press(`ann ${said} ${token} ${on}`, token, { on: 'bobs' })]
          : [bobs];
      });
      await world.clock.advance(3_000);
      await Promise.all(pressing);
      expect(world.ran).toHaveLength(ran);
      expect(world.titles('long')).toEqual(['begun']);
    }),
    runs(30, 5_000, { seed: 2_101 }),
  );

  // What is real works: else all of the above would prove nothing.
  await life.press('real', again, { on: 'anns' });
  expect(world.ran).toHaveLength(ran + 1);
  life.kill();
});
