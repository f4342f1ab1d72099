import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { EXIT } from '../../src/core/operator/operator-error.ts';
import { startHttpServer } from '../../src/ops/http/http-server.ts';
import { freePort } from '../support/free-port.ts';
import { configOf, SETTING_NAMES } from '../support/settings.ts';
import { SILENT } from '../support/silent-log.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const dockerfile = read('Dockerfile');

/**
 * How long a bot may take to stop: what is on its way, and the moments in which the last replies
 * are shown.
 */
const LONGEST_STOP_S = configOf({}).shutdownGraceMs / 1_000 + 10;

describe('compose.yaml', () => {
  const service = z.object({
    init: z.literal(true),
    restart: z.literal('unless-stopped'),
    stop_grace_period: z.string().regex(/^\d+s$/),
    logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
    deploy: z.object({
      replicas: z.literal(2),
      resources: z.object({ limits: z.object({ memory: z.string() }) }),
    }),
    environment: z.record(z.string(), z.string()),
    read_only: z.literal(true),
    cap_drop: z.tuple([z.literal('ALL')]),
  });
  const compose = z
    .object({ services: z.object({ bot: service }) })
    .parse(parse(read('compose.yaml')));
  const { environment, deploy, stop_grace_period: grace } = compose.services.bot;

  it('has two bots share a PostgreSQL, with settings that exist and a port for the health check', () => {
    expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    const url = environment.STORE_URL?.replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, 'a-password') ?? '';
    const secret = { STORE_URL: url, CACHE_SECRET: 'one for both of them' };
    expect(configOf({ ...environment, ...secret })).toMatchObject({
      storeUrl: url,
      http: { host: '0.0.0.0', port: 8081 },
    });
  });

  it('gives a bot the memory that it may take, and more time to stop than it takes', () => {
    expect(Number(/^(\d+)M$/.exec(deploy.resources.limits.memory)?.[1])).toBeGreaterThan(600);
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(LONGEST_STOP_S);
  });
});

it.each(['README.md', 'docs/deploy.md'])(
  'docker run gives a bot more time to stop than it takes, as %s starts it',
  (document) => {
    const times = [...read(document).matchAll(/docker run .*--stop-timeout (\d+)/g)];
    expect(times).not.toHaveLength(0);
    for (const [, seconds] of times) expect(Number(seconds)).toBeGreaterThanOrEqual(LONGEST_STOP_S);
  },
);

it('the images that others publish are pinned by digest', () => {
  const based = [...dockerfile.matchAll(/^FROM (\S+)( AS (\S+))?$/gm)];
  const stages = based.map(([, , , stage]) => stage);
  const images = based.flatMap(([, image = '']) => (stages.includes(image) ? [] : image));
  const [, ofCompose] = /^ +image: (postgres\S*)$/m.exec(read('compose.yaml')) ?? [];
  expect(images).toHaveLength(1);
  for (const image of [...images, ofCompose]) {
    expect(image).toMatch(/^[\w-]+:[\w.-]+@sha256:[\da-f]{64}$/);
  }
});

describe('the health check of the image', () => {
  const [, file = ''] = /^HEALTHCHECK .*CMD \["node", "(.+)"\]$/m.exec(dockerfile) ?? [];
  const check = async (environment: Record<string, string>): Promise<number> => {
    const script = fileURLToPath(new URL(file, ROOT));
    const child = execFile(process.execPath, [script], { env: environment });
    const [exitCode] = await once(child, 'exit');
    return exitCode;
  };

  it.each(['', '0.0.0.0', '::1', '::'])(
    'is well while the bot listens at HTTP_HOST=%s',
    async (host) => {
      const parts = {
        ready: () => [],
        mounts: () => [],
        metrics: { render: async () => ({ contentType: 'text/plain', text: '' }) },
        log: SILENT,
      };
      const server = await startHttpServer(host || '127.0.0.1', 0, parts);
      const environment = { HTTP_HOST: host, HTTP_PORT: String(server.port) };
      expect(await check(environment)).toBe(0);
      await server.close();
    },
  );

  it('is not well when the bot is gone, and is not asked without HTTP_PORT', async () => {
    expect(await check({ HTTP_PORT: String(await freePort()) })).toBe(1);
    expect(await check({})).toBe(0);
  });
});

describe('the service of systemd', () => {
  const unit = read('deploy/systemd/imei-bot.service');
  const path = fileURLToPath(new URL('deploy/systemd/imei-bot.service', ROOT));
  const lacksSystemd = spawnSync('systemd-analyze', ['--version']).error !== undefined;
  const analyze = (...args: readonly string[]) => promisify(execFile)('systemd-analyze', args);
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

  it('starts a built program, restarts it unless only a person can help, and gives it time to stop', () => {
    expect(settingOf('ExecStart')).toMatch(/node \/opt\/imei-bot\/dist\/src\/main\.js$/);
    expect(settingOf('WorkingDirectory')).toBe(`%S/${settingOf('StateDirectory')}`);
    expect(settingOf('Restart')).toBe('on-failure');
    expect(settingOf('RestartPreventExitStatus')).toBe(String(EXIT.config));
    expect(Number.parseInt(settingOf('TimeoutStopSec') ?? '', 10)).toBeGreaterThan(LONGEST_STOP_S);
  });

  it.skipIf(lacksSystemd)('has no mistakes, and is exposed by 2 of 10 at most', async () => {
    expect(await analyze('verify', path)).toEqual({ stdout: '', stderr: '' });
    const { stdout } = await analyze('security', '--offline=true', '--threshold=20', path);
    expect(stdout).toMatch(/Overall exposure level/);
  });
});
