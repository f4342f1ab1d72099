import { parseSettings } from '../../bot/settings.ts';
import { parseStoreSettings } from '../../config/store-settings.ts';
import type { Finding } from '../../core/findings.ts';
import { EXIT } from '../../ops/lifecycle.ts';
import { readWords, type Tool, type ToolContext } from '../tool.ts';
import { examinePlatforms } from './platforms.ts';
import { examineService } from './service.ts';
import { examineSettings } from './settings.ts';
import { examineStore } from './store.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = { fine: '✔', note: '·', warning: '!', wrong: '✖' };

/** Says what is wrong with a bot that runs, or does not. */
export const doctor: Tool = {
  usage: `doctor [--json] [--offline]
    Looks at settings, store, service and platforms, and changes nothing. Exit code 1 where something is wrong.
    --offline calls nobody.`,
  run: async (words, context) => {
    const { flags } = readWords(words, ['json', 'offline']);
    const findings = await examineAll(context, flags.has('offline'));
    const isWrong = findings.some(({ state }) => state === 'wrong');
    if (flags.has('json')) context.say(JSON.stringify({ ok: !isWrong, findings }));
    else for (const line of lines(findings)) context.say(line);
    return isWrong ? EXIT.broken : EXIT.well;
  },
};

async function examineAll(
  { environment, clock }: ToolContext,
  offline: boolean,
): Promise<readonly Finding[]> {
  const parsed = parseSettings(environment);
  const config = parsed.ok ? parsed.config : undefined;
  const findings = [...(await examineSettings(parsed))];
  const set = parseStoreSettings(environment);
  if (set.ok) {
    const store = await examineStore(set.settings);
    findings.push(...store.findings);
    if (config !== undefined && !offline) findings.push(...(await examineService(config, store, clock)));
  }
  if (offline) return findings;
  const reports = await examinePlatforms(environment, config?.proxy);
  return [...findings, ...reports.flatMap((report) => report.findings)];
}

/** The findings as lines, and what they come to. */
function* lines(findings: readonly Finding[]): Generator<string> {
  let about = '';
  for (const { about: next, state, says } of findings) {
    yield `${(next === about ? '' : next).padEnd(10)} ${MARKS[state]} ${says}`;
    about = next;
  }
  const count = (state: Finding['state']): number => findings.filter((one) => one.state === state).length;
  const [wrong, warnings] = [count('wrong'), count('warning')];
  yield '';
  if (wrong > 0) yield `Wrong: ${wrong}. To look at: ${warnings}.`;
  else yield warnings > 0 ? `Nothing is wrong. To look at: ${warnings}.` : 'All is well.';
}
