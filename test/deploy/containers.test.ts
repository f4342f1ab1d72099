import { existsSync, readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseConfig, VARIABLE_NAMES } from '../support/settings.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const dockerfile = read('Dockerfile');

const service = z.object({
  image: z.string(),
  init: z.literal(true),
  restart: z.literal('unless-stopped'),
  stop_grace_period: z.string().regex(/^\d+s$/),
  logging: z.object({
    driver: z.string(),
    options: z.object({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
  deploy: z.object({
    replicas: z.number(),
    resources: z.object({ limits: z.object({ memory: z.string() }) }),
  }),
  environment: z.record(z.string(), z.string()),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
});
const { bot } = z
  .object({ services: z.object({ bot: service }) })
  .parse(parse(read('compose.yaml'))).services;

/** As long as a bot may take to stop: what is on its way, and the moments in which the last replies are shown. */
function longestStopMs(): number {
  const configured = parseConfig({});
  if (!configured.ok) throw new Error(configured.problems.join());
  return configured.config.shutdownGraceMs + 10_000;
}

describe('compose.yaml', () => {
  it('sets only variables that exist', () => {
    expect(Object.keys(bot.environment)).toEqual(expect.arrayContaining(['STORE_URL', 'HTTP_PORT']));
    expect(Object.keys(bot.environment).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
  });

  it('lets the health check of the image ask the bot', () => {
    const { HTTP_PORT, HTTP_HOST } = bot.environment;
    const configured = parseConfig({ HTTP_PORT, HTTP_HOST });
    expect(configured.ok && configured.config.http).toEqual({ host: '0.0.0.0', port: 8081 });
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*HTTP_PORT \+ '\/healthz'/m);
  });

  it('has two bots share a PostgreSQL, whose password is a setting', () => {
    const url = bot.environment.STORE_URL?.replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, 'a-password') ?? '';
    const configured = parseConfig({ STORE_URL: url, CACHE_SECRET: 'one for both of them' });
    expect(configured.ok && configured.config.storeUrl).toBe(url);
    expect(bot.deploy.replicas).toBe(2);
  });

  it('gives the bot the memory it may take, and some room', () => {
    expect(Number(/^(\d+)M$/.exec(bot.deploy.resources.limits.memory)?.[1])).toBeGreaterThan(600);
  });

  it('leaves the bot more time to stop than it takes', () => {
    expect(Number.parseInt(bot.stop_grace_period, 10) * 1_000).toBeGreaterThan(longestStopMs());
  });
});

describe('the Dockerfile', () => {
  it('is one that Docker can read', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('copies only what stands in the project and what .dockerignore lets through', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) {
      expect(existsSync(new URL(path, ROOT)), path).toBe(true);
      expect(read('.dockerignore').split('\n')).toContain(`!${path}`);
    }
  });

  it('starts files that a build has', () => {
    const bundle = read('rolldown.config.js');
    const started = [...dockerfile.matchAll(/dist\/src\/([\w/-]+)\.js/g)].map(([, path]) => path);
    expect(started).toContain('main');
    for (const path of started) {
      expect(existsSync(new URL(`src/${path}.ts`, ROOT)), path).toBe(true);
      expect(bundle).toContain(`'${path}'`);
    }
    // All that is loaded late is compiled as well.
    expect(dockerfile).toContain("readdirSync('dist/src/parts')");
    expect(bundle).toContain('`parts/$');
  });

  it('runs the Node.js that is supported longest, and as nobody in particular', () => {
    expect(new Set([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image))).toEqual(
      new Set(['node:24-slim']),
    );
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

describe('docker run in docs/deploy.md', () => {
  const [, command = ''] = /```sh\n(docker build[\s\S]*?)```/.exec(read('docs/deploy.md')) ?? [];
  const options = new Map(
    [...command.matchAll(/--([\w-]+)(?:[ =]([^-\s\\]\S*))?/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

  it.each(['detach', 'init', 'read-only', 'memory', 'log-opt', 'volume', 'env-file'])('has --%s', (name) => {
    expect([...options.keys()]).toContain(name);
  });

  it('starts anew by itself, and leaves the bot more time to stop than it takes', () => {
    expect(options.get('restart')).toBe('unless-stopped');
    expect(Number(options.get('stop-timeout')) * 1_000).toBeGreaterThan(longestStopMs());
  });
});
