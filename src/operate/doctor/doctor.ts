import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config/config.ts';
import { parseStoreSettings } from '../../config/store-settings.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import { cannotListen } from '../../ops/http/error.ts';
import { EXIT } from '../../ops/lifecycle.ts';
import { readWords, type Tool, type ToolContext } from '../tool.ts';
import { clockFindings, examinePlatforms } from './platforms.ts';
import { examineService } from './service.ts';
import { examineSettings } from './settings.ts';
import { examineStore } from './store.ts';

const settings = findingsAbout('settings');
const MARKS: Readonly<Record<Finding['state'], string>> = { fine: '✔', note: '·', warning: '!', wrong: '✖' };

/** Says what is wrong with a bot that runs, or does not. */
export const doctor: Tool = {
  usage: `doctor [--json] [--offline]
    Looks at settings, store, service, platforms and clock, and changes nothing. Exit code 1 where something is wrong.
    --offline calls nobody.`,
  runsWithoutSettings: true,
  run: async (words, context) => {
    const { flags } = readWords(words, ['json', 'offline']);
    // Whoever reads the JSON is told of what nobody foresaw as well.
    const findings = await examineAll(context, flags.has('offline')).catch((error: unknown) => [
      settings.wrong(`Something broke that should not: ${String(error)}`),
    ]);
    const isWrong = findings.some(({ state }) => state === 'wrong');
    if (flags.has('json')) context.say(JSON.stringify({ ok: !isWrong, findings }));
    else for (const line of told(findings)) context.say(line);
    return isWrong ? EXIT.broken : EXIT.well;
  },
};

async function examineAll(context: ToolContext, offline: boolean): Promise<readonly Finding[]> {
  // What else there is would be looked for in the wrong place.
  if (context.unreadable !== undefined) return [settings.wrong(context.unreadable)];
  const { findings, parsed } = await examineSettings(context);
  const store = await storeFindings(context, offline, parsed.ok ? parsed.config : undefined);
  const proxy = parsed.ok ? parsed.config.proxy : undefined;
  const reports = offline ? [] : await examinePlatforms(context, proxy);
  return [...findings, ...store, ...reports.flatMap((report) => report.findings), ...clockFindings(reports)];
}

/** The store, and what depends on whether a bot works on it: the port, and whom to ask of the service. */
async function storeFindings(
  { environment, clock }: ToolContext,
  offline: boolean,
  config: Parameters<typeof examineService>[0] | undefined,
): Promise<readonly Finding[]> {
  const set = parseStoreSettings(environment);
  if (!set.ok) return [];
  const found = await examineStore(set.settings);
  const findings = [...(found.isInUse ? [] : await examinePort(config?.http)), ...found.findings];
  if (offline || config === undefined) return findings;
  return [...findings, ...(await examineService(config, found, clock))];
}

function* told(findings: readonly Finding[]): Generator<string> {
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

/** Whether a start could open the HTTP server: listens for a moment, while no bot does. */
async function examinePort(http: Config['http']): Promise<readonly Finding[]> {
  if (http === undefined) return [];
  const server = createServer().listen(http.port, http.host);
  try {
    await once(server, 'listening');
    return [settings.fine(`HTTP_PORT: port ${http.port} of ${http.host} is free.`)];
  } catch (error) {
    return [settings.wrong(cannotListen(error, http).message)];
  } finally {
    server.close();
  }
}
