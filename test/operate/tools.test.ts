import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ToolName } from '../../src/config/arguments.ts';
import { createInstallation } from '../support/process/installation.ts';

describe('a tool does nothing if it is called wrongly, and says in one sentence what to write', () => {
  it.each<[words: readonly [ToolName, ...string[]], says: string]>([
    [['doctor', '--jsn'], "Unknown option '--jsn'. --help lists those there are."],
    [['backup', '--secret', 'x'], "Unknown option '--secret'. --help lists those there are."],
    [['doctor', 'offline'], 'Leave out “offline”: this tool takes options only, see --help.'],
    [['setup', 'discord'], 'Leave out “discord”: this tool takes options only, see --help.'],
    [['rekey', 'a', 'b'], 'Leave out “a b”: this tool takes options only, see --help.'],
    [['deploy-commands', 'now'], 'Leave out “now”: this tool takes options only, see --help.'],
    [['backup'], 'Name the file to write: backup FILE'],
    [['restore', 'a', 'b'], 'Name the file of a backup: restore FILE'],
  ])('%j', async (words, says) => {
    const installation = await createInstallation();
    const ended = await installation.run(words);
    expect(ended).toEqual({ exitCode: 78, stdout: '', stderr: `${says}\n` });
    expect(await readdir(installation.directory)).toEqual([]);
    expect(installation.service.arrivals).toEqual([]);
  });
});
