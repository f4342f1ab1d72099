import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { emptyDirectory } from '../support/process/process-main.ts';
import { LACKS_PROMTOOL, promtool } from './promtool.ts';
import { type WatchedBot, watchBot } from './watched-bot.ts';

const DEPLOY = new URL('../../deploy/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, DEPLOY), 'utf8');
const pathOf = (path: string): string => fileURLToPath(new URL(path, DEPLOY));

const position = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });
const dashboard = z
  .object({
    uid: z.string(),
    templating: z.object({
      list: z.array(z.object({ name: z.string(), definition: z.string().optional() })),
    }),
    panels: z.array(
      z.object({
        id: z.number(),
        type: z.string(),
        title: z.string(),
        gridPos: position,
        targets: z.array(z.object({ refId: z.string(), expr: z.string() })).default([]),
      }),
    ),
  })
  .parse(JSON.parse(read('grafana/dashboard.json')));
const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            labels: z.object({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.object({ summary: z.string(), description: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('prometheus/alerts.yml')))
  .groups.flatMap((group) => group.rules);
const queries = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ refId, expr }) => ({ of: `panel “${title}” ${refId}`, expr: withoutVariables(expr) })),
);
const expressions = [...queries, ...rules.map(({ alert, expr }) => ({ of: `alert ${alert}`, expr }))];

/** As Grafana sends it. */
function withoutVariables(expr: string): string {
  return expr
    .replaceAll('$__rate_interval', '5m')
    .replaceAll('$job', 'imei-bot')
    .replaceAll('$instance', '.*');
}

/** The metrics that an expression names, with what it asks of their labels. */
function selectorsIn(
  expr: string,
): { readonly metric: string; readonly labels: [string, string, string][] }[] {
  return [...expr.matchAll(/\b((?:imei_bot|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', inBraces = '']) => ({
      metric,
      labels: [...inBraces.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
        ([, name = '', operator = '', value = '']) => [name, operator, value],
      ),
    }),
  );
}

/** The names under which a query may ask for the metrics of a text. */
function namesIn(metrics: string): Set<string> {
  return new Set(
    [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => `${name}${part}`) : [name],
    ),
  );
}

/** Labels that Prometheus adds. */
const ADDED = new Set(['job', 'instance']);

let bot: WatchedBot;
beforeAll(async () => {
  bot = await watchBot();
});

describe('each metric that is asked for', () => {
  it.each(expressions)('is one of a running bot: $of', ({ expr }) => {
    const names = namesIn(bot.metrics);
    const asked = selectorsIn(expr);
    expect(asked.length > 0 || expr.startsWith('up{')).toBe(true);
    for (const { metric, labels } of asked) {
      expect([...names]).toContain(metric);
      for (const [name, , values] of labels.filter(([label]) => !ADDED.has(label)))
        for (const value of values.split('|')) expect(bot.metrics).toMatch(`${name}="${value}"`);
    }
  });

  it('is asked of the process in the dashboard’s variables as well', () => {
    for (const { definition = '' } of dashboard.templating.list)
      for (const { metric } of selectorsIn(definition)) expect([...namesIn(bot.metrics)]).toContain(metric);
  });
});

describe('what is shown and what is told', () => {
  it('is told in docs/operate.md, every metric of the bot’s own and no other', () => {
    const page = readFileSync(new URL('../docs/operate.md', DEPLOY), 'utf8');
    const told = new Set([...page.matchAll(/`(imei_bot_\w+)`/g)].map(([, name]) => name));
    const own = [...bot.metrics.matchAll(/^# TYPE (imei_bot_\w+) /gm)].map(([, name]) => name);
    expect([...told].sort()).toEqual(own.sort());
  });

  it('leaves out no metric of the bot’s own', () => {
    const asked = new Set(expressions.flatMap(({ expr }) => selectorsIn(expr).map(({ metric }) => metric)));
    const own = [...bot.metrics.matchAll(/^# TYPE (imei_bot_\w+) /gm)].map(([, name = '']) => name);
    const isAsked = (name: string): boolean => [...asked].some((one) => one.startsWith(name));
    expect(own.filter((name) => !isAsked(name))).toEqual([]);
  });

  it('stands in panels that do not lie on each other', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [at, { gridPos: a }] of panels.entries()) {
      expect(a.x + a.w).toBeLessThanOrEqual(24);
      for (const { gridPos: b, title } of panels.slice(at + 1)) {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
        expect(apart, title).toBe(true);
      }
    }
  });
});

describe.skipIf(LACKS_PROMTOOL)('promtool', () => {
  it('finds the metrics named as Prometheus asks for', async () => {
    expect(await promtool(['check', 'metrics'], ownOf(bot.metrics))).toEqual({ ok: true, said: '' });
  });

  it.each([
    ['check', 'config', '--syntax-only', pathOf('prometheus/scrape.yml')],
    ['check', 'rules', pathOf('prometheus/alerts.yml')],
    ['test', 'rules', pathOf('prometheus/alerts.test.yml')],
  ])('is content: %s %s', async (...args) => {
    const { ok, said } = await promtool(args);
    expect(ok, said).toBe(true);
  });

  it('can read what every panel asks', async () => {
    const file = join(await emptyDirectory(), 'panels.yml');
    const asRules = queries.map(({ expr }, at) => ({ record: `panel:${at}`, expr }));
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }));
    const { ok, said } = await promtool(['check', 'rules', file]);
    expect(ok, said).toBe(true);
  });
});

/** Without those of the process, whose names are the library's. */
function ownOf(metrics: string): string {
  const lines = metrics.split('\n').filter((line) => /^(# \w+ )?imei_bot_/.test(line));
  return `${lines.join('\n')}\n`;
}

describe('the line of the start', () => {
  it('tells version, service, store, limits and platforms', () => {
    const line = bot.logged.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'imei-bot runs');
    expect(line).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      service: 'sandbox',
      store: expect.stringMatching(/^sqlite:\/\/.*store\.sqlite$/),
      limits: { concurrent: 4, perWindow: 19, windowMs: 60_000 },
      platforms: ['telegram'],
    });
  });
});

describe('the metrics after a question', () => {
  it.each([
    /^imei_bot_build_info\{version="\d+\.\d+\.\d+"\} 1$/m,
    /^imei_bot_request_duration_seconds_count\{platform="telegram"\} 1$/m,
    /^imei_bot_service_responses_total\{status="200"\} [1-9]/m,
    /^imei_bot_checks_total\{outcome="found"\} 1$/m,
    /^imei_bot_open_requests 0$/m,
  ])('tell it: %s', (series) => {
    expect(bot.metrics).toMatch(series);
  });
});
