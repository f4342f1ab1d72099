import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { emptyDirectory } from '../support/empty-directory.ts';
import { freePort } from '../support/free-port.ts';
import { startMain } from '../support/process/process-main.ts';

const DEPLOY = new URL('../../deploy/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, DEPLOY), 'utf8');
const pathOf = (path: string): string => fileURLToPath(new URL(path, DEPLOY));

const target = z.object({ expr: z.string() });
const { panels, templating } = z
  .object({
    templating: z.object({ list: z.array(z.object({ definition: z.string().default('') })) }),
    panels: z.array(z.object({ targets: z.array(target).default([]) })),
  })
  .parse(JSON.parse(read('grafana/dashboard.json')));
const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string(), description: z.string() }),
});
const rules = z
  .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
  .parse(parse(read('prometheus/alerts.yml')))
  .groups.flatMap((group) => group.rules);
/** As Grafana sends them. */
const queries = panels.flatMap(({ targets }) =>
  targets.map(({ expr }) =>
    expr
      .replaceAll('$__rate_interval', '5m')
      .replaceAll('$job', 'imei-bot')
      .replaceAll('$instance', '.*'),
  ),
);
const expressions = [
  ...queries,
  ...rules.map(({ expr }) => expr),
  ...templating.list.map(({ definition }) => definition),
];
/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance'];

/** The metrics that an expression names, with what it asks of their labels. */
function selectorsIn(expr: string) {
  return [...expr.matchAll(/\b((?:imei_bot|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', inBraces = '']) => ({
      metric,
      labels: [...inBraces.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)].flatMap(
        ([, name = '', values = '']) =>
          ADDED.includes(name) ? [] : values.split('|').map((value) => `${name}="${value}"`),
      ),
    }),
  );
}

/** The metrics of a bot that was asked for one IMEI. */
async function metricsOfBot(): Promise<string> {
  const port = await freePort();
  const environment = { HTTP_PORT: String(port), PRICE_PER_CHECK: '0.02' };
  const bot = startMain({ directory: await emptyDirectory(), environment });
  bot.say('490154203237518');
  // This asks for the state of the key.
  bot.say('/quota');
  await expect.poll(() => bot.stdout).toMatch(/NOKIA[\s\S]*99,?999/);
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // A request is open until its reply is known to be shown.
  await expect.poll(read).toMatch(/^imei_bot_open_requests 0$/m);
  return read();
}

/**
 * Prometheus' own checker; on a machine without it its tests are skipped, but not in the continuous
 * integration.
 */
const lacksPromtool =
  spawnSync('promtool', ['--version']).error !== undefined && process.env.CI === undefined;

function promtool(args: readonly string[], input = ''): void {
  const { status, stdout, stderr } = spawnSync('promtool', [...args], { input, encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`).toBe(0);
}

describe('the metrics of a bot', () => {
  it('match the dashboard, the alerts and docs/operate.md, labels included', async () => {
    const metrics = await metricsOfBot();
    const types = [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    const names = types.flatMap(([, name = '', type = '']) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => `${name}${part}`) : [name],
    );
    const asked = expressions.flatMap(selectorsIn);
    for (const { metric, labels } of asked) {
      expect(names).toContain(metric);
      for (const label of labels) expect(metrics).toContain(label);
    }
    const own = types.map(([, name = '']) => name).filter((name) => name.startsWith('imei_bot_'));
    expect(own.filter((name) => !asked.some(({ metric }) => metric.startsWith(name)))).toEqual([]);
    const page = [...read('../docs/operate.md').matchAll(/`(imei_bot_\w+)`/g)].map(
      ([, name = '']) => name,
    );
    expect([...new Set(page)].sort()).toEqual(own.sort());
    for (const series of [
      /^imei_bot_build_info\{version="\d+\.\d+\.\d+"\} 1$/m,
      /^imei_bot_ready 1$/m,
      /^imei_bot_service_paused\{code="limit-exceeded"\} 0$/m,
      /^imei_bot_request_duration_seconds_count\{platform="console"\} 2$/m,
      /^imei_bot_service_responses_total\{status="200"\} [1-9]/m,
      /^imei_bot_checks_total\{outcome="found"\} 1$/m,
    ])
      expect(metrics).toMatch(series);
    const lines = metrics.split('\n').filter((line) => /^(# \w+ )?imei_bot_/.test(line));
    if (!lacksPromtool) promtool(['check', 'metrics'], `${lines.join('\n')}\n`);
  });
});

it.skipIf(lacksPromtool)(
  'promtool accepts the configuration, the alerts with their tests, and every panel',
  async () => {
    promtool(['check', 'config', '--syntax-only', pathOf('prometheus/scrape.yml')]);
    promtool(['check', 'rules', pathOf('prometheus/alerts.yml')]);
    promtool(['test', 'rules', pathOf('prometheus/alerts.test.yml')]);
    const file = join(await emptyDirectory(), 'panels.yml');
    const asRules = queries.map((expr, at) => ({ record: `panel:${at}`, expr }));
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }));
    promtool(['check', 'rules', file]);
  },
);
