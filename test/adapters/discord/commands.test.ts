import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import { commandForms, registerCommandsByRest } from '../../../src/adapters/discord/commands.ts';
import { DEFAULT_COMMANDS } from '../../../src/bot/default-commands.ts';
import { createRegisterOnce } from '../../../src/bot/registration.ts';
import { OperatorError } from '../../../src/core/operator/operator-error.ts';
import { systemClock } from '../../../src/core/time/clock.ts';
import { createSayFor, sayIn } from '../../../src/format/texts/say.ts';
import { MetadataTable } from '../../../src/store/schema/metadata-table.ts';
import { defaultServices } from '../../support/conversation.ts';
import { TOKEN } from '../../support/discord/world.ts';
import { createInbox, suggestNothing } from '../../support/inbox.ts';
import { replyOf } from '../../support/replies.ts';
import { SILENT } from '../../support/silent-log.ts';
import { createMemorySql } from '../../support/store/memory-sql.ts';
import { COMMANDS, stageDiscord } from './stage.ts';

const de = sayIn('de');
const en = sayIn('en');

const formOf = (name: string) => {
  const forms = commandForms({ commands: COMMANDS, sayFor: sayIn });
  return forms.find((form) => form.name === name);
};

describe('commands in the form of Discord', () => {
  it('required options come first, and the option public comes last', () => {
    expect(formOf('imei')).toMatchObject({
      type: 1,
      description: en('commands.imei.description'),
      options: [
        { type: 3, name: 'imei', required: true, autocomplete: true, max_length: 6_000 },
        { type: 5, name: 'fresh' },
        {
          type: 3,
          name: 'detail',
          choices: [
            { name: en('commands.imei.options.detail.choices.brief'), value: 'brief' },
            { name: en('commands.imei.options.detail.choices.full'), value: 'full' },
          ],
        },
        {
          type: 11,
          name: 'file',
          required: false,
          description: en('commands.imei.options.file.description'),
        },
        { type: 5, name: 'public', description: en('discord.publicOption.description') },
      ],
    });
  });

  it('only the option for numbers of /imei has suggestions', () => {
    expect(formOf('quota')).toMatchObject({
      options: [{ name: 'fresh' }, { name: 'imei', autocomplete: false }, { name: 'public' }],
    });
  });

  it('descriptions are in the language of the bot, and in English for those who speak it', () => {
    const [form] = commandForms({ commands: COMMANDS, sayFor: createSayFor('de') });
    expect(form).toMatchObject({
      name: 'imei',
      description: de('commands.imei.description'),
      description_localizations: {
        'en-US': en('commands.imei.description'),
        'en-GB': en('commands.imei.description'),
      },
    });
    expect(form).not.toHaveProperty('description_localizations.de');
  });
});

describe('the commands of the bot in the form of Discord', () => {
  const commands = createCommands(defaultServices());
  const forms = commandForms({ commands: { all: commands, ...DEFAULT_COMMANDS }, sayFor: sayIn });

  it('all commands and the menu work everywhere, for servers and for people who install the app', () => {
    expect(forms).toHaveLength(commands.length + 1);
    for (const form of forms) {
      expect(form).toMatchObject({ contexts: [0, 1, 2], integration_types: [0, 1] });
    }
  });

  it('no command has more than 8,000 characters in its longest language', () => {
    for (const form of forms) expect(longestOf(form), form.name).toBeLessThanOrEqual(8_000);
  });

  it('commands and options are described in each language that Discord and the bot share', () => {
    const imei = forms.find(({ name }) => name === 'imei');
    const options: readonly object[] = imei && 'options' in imei ? (imei.options ?? []) : [];
    expect(options.length).toBeGreaterThan(3);
    for (const described of [imei, ...options]) {
      expect(Object.keys(Reflect.get(described ?? {}, 'description_localizations')).sort()).toEqual(
        ['de', 'es-419', 'es-ES', 'fr', 'hi', 'pt-BR', 'ru', 'uk', 'zh-CN', 'zh-TW'],
      );
    }
  });
});

/** As Discord counts: of each text the longest language. */
function longestOf(value: unknown): number {
  if (Array.isArray(value)) {
    return value.reduce((sum: number, member) => sum + longestOf(member), 0);
  }
  if (typeof value !== 'object' || value === null) return 0;
  const length = (key: string): number => {
    const texts = [
      Reflect.get(value, key) ?? '',
      ...Object.values(Reflect.get(value, `${key}_localizations`) ?? {}),
    ];
    return Math.max(...texts.map((text) => String(text).length));
  };
  return (
    length('name') +
    length('description') +
    longestOf(Reflect.get(value, 'options')) +
    longestOf(Reflect.get(value, 'choices'))
  );
}

describe('the commands at Discord', () => {
  const WRITES = /^PUT .*commands$/;
  it('commands are written once', async () => {
    const { discord, adapter, restarted, close } = await stageDiscord();
    const start = (one = adapter) => one.start(createInbox().receive, suggestNothing);
    await start();
    await expect.poll(() => discord.world.commands).toHaveLength(4);
    const next = restarted();
    await start(next);
    // Two ways there and back, in which they would have been written again.
    expect(await next.notify('discord:user:5', replyOf())).toBe(true);
    expect(discord.calls(WRITES)).toHaveLength(1);
    expect(JSON.stringify(discord.calls(WRITES))).toContain('contexts');
    await close();
  });

  it('commands are written later if Discord could not be reached at the start', async () => {
    const { discord, adapter, close } = await stageDiscord();
    discord.fail({ on: WRITES, times: 4, instead: 'reset' });
    await adapter.start(createInbox().receive, suggestNothing);
    const writtenLater = () => {
      discord.clock.skip(1_000);
      return discord.world.commands;
    };
    await expect.poll(writtenLater).toHaveLength(4);
    expect(discord.calls(WRITES)).toHaveLength(5);
    await close();
  });

  it('commands that Discord refuses are not written again and again', async () => {
    const { discord, adapter, logged, close } = await stageDiscord();
    const body = { code: 50_035, message: 'Invalid Form Body' };
    discord.fail({ on: WRITES, times: 9, instead: { status: 400, body } });
    await adapter.start(createInbox().receive, suggestNothing);
    await expect.poll(() => logged.join()).toContain('Invalid Form Body');
    discord.clock.skip(3_600_000);
    expect(await adapter.notify('discord:user:5', replyOf())).toBe(true);
    expect(discord.calls(WRITES)).toHaveLength(1);
    await close();
  });

  it('a bug in a command is logged with its stack, and not taken for an outage', async () => {
    const { restarted, logged, close } = await stageDiscord();
    const broken = { name: 'a name with spaces', options: [] };
    const adapter = restarted({ commands: { ...COMMANDS, all: [broken] } });
    await adapter.start(createInbox().receive, suggestNothing);
    const problems = () => logged.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
    await expect.poll(problems, { timeout: 9_000 }).toHaveLength(1);
    expect(problems()).toMatchObject([{ level: 50, err: { stack: expect.any(String) } }]);
    await close();
  });

  it('commands are written again if they or the language changed, or if the first attempt failed', async () => {
    const metadata = new MetadataTable(createMemorySql(), systemClock);
    const written: string[] = [];
    const [all, fewer] = [COMMANDS.all, COMMANDS.all.slice(1)];
    const starts = [
      [all, 'en', false],
      [all, 'en', true],
      [all, 'en', true],
      [all, 'de', true],
      [fewer, 'de', true],
    ] as const;
    for (const [commands, language, isWhole] of starts) {
      const registerOnce = createRegisterOnce({
        metadata,
        commands,
        language,
        log: SILENT,
      });
      await registerOnce('x', import.meta.url, async () => {
        written.push(`${commands.length} ${language}`);
        return isWhole;
      });
    }
    expect(written).toEqual(['3 en', '3 en', '3 de', '2 de']);
  });

  it('commands that Discord refuses are for the operator to fix, and a bug is not', async () => {
    const { discord, close } = await stageDiscord();
    const access = { token: TOKEN, apiUrl: discord.apiUrl };
    const broken = { name: 'a name with spaces', options: [] };
    const withBug = registerCommandsByRest({
      ...access,
      commands: { ...COMMANDS, all: [broken] },
      sayFor: sayIn,
    });
    await expect(withBug).rejects.not.toBeInstanceOf(OperatorError);
    discord.world.tokenIsGood = false;
    const refused = registerCommandsByRest({ ...access, commands: COMMANDS, sayFor: sayIn });
    await expect(refused).rejects.toThrow(OperatorError);
    await expect(refused).rejects.toThrow('could not be registered at Discord: Discord said 401');
    await close();
  });
});
