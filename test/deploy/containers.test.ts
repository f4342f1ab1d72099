import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';
import { emptyDirectory, eventually } from '../support/process/process-main.ts';
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
    replicas: z.number().default(1),
    resources: z.object({ limits: z.object({ memory: z.string() }) }),
  }),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()).default([]),
});
const compose = z
  .object({
    services: z.object({
      redis: service.extend({ command: z.tuple([z.literal('sh'), z.literal('-c'), z.string()]) }),
      bot: service.extend({ read_only: z.literal(true), cap_drop: z.tuple([z.literal('ALL')]) }),
    }),
  })
  .parse(parse(read('compose.yaml')));
const { bot, redis } = compose.services;

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

  it('lets the health check of the image ask both replicas', () => {
    const { HTTP_PORT, HTTP_HOST } = bot.environment;
    const configured = parseConfig({ HTTP_PORT, HTTP_HOST });
    expect(configured.ok && configured.config.http).toEqual({ host: '0.0.0.0', port: 8081 });
    expect(dockerfile).toMatch(/^HEALTHCHECK .*healthcheck/m);
    expect(bot.deploy.replicas).toBe(2);
  });

  it('keeps all that Redis is told, on the disk before it is done', () => {
    expect(redis.command[2]).toContain('--appendonly yes --appendfsync always --maxmemory-policy noeviction');
    expect(redis.volumes).toEqual(['redis:/data']);
  });

  it('gives a replica the memory it may take, and some room', () => {
    expect(Number(/^(\d+)M$/.exec(bot.deploy.resources.limits.memory)?.[1])).toBeGreaterThan(600);
  });

  it('leaves the bot more time to stop than it takes', () => {
    expect(Number.parseInt(bot.stop_grace_period, 10) * 1_000).toBeGreaterThan(longestStopMs());
  });

  it('gives both the same password, and starts neither without one', () => {
    expect(redis.environment.REDIS_PASSWORD).toMatch(/^\$\{REDIS_PASSWORD:\?.+\}$/);
    // Written as the documents say: hexadecimal digits, which stand in an address as they are.
    const url = bot.environment.STORE_URL?.replace(/\$\{REDIS_PASSWORD\}/, 'a1b2c3d4');
    expect(new URL(url ?? '').password).toBe('a1b2c3d4');
  });
});

const hasRedis = process.env.CI !== undefined || existsSync('/usr/bin/redis-server');

/** Starts the Redis of compose.yaml as its container does, in a folder that has the script of the image. */
async function startComposed(): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  const port = await freePort();
  const directory = await emptyDirectory();
  // The one of the image goes on as another user first.
  await writeFile(join(directory, 'docker-entrypoint.sh'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  const command = redis.command[2]
    .replaceAll('$$', '$')
    .replace('redis-server -', `redis-server - --port ${port}`);
  const server = spawn('sh', ['-c', command], {
    cwd: directory,
    env: { ...process.env, PATH: `${directory}:${process.env.PATH}`, REDIS_PASSWORD: 'a1b2c3d4' },
    stdio: 'ignore',
    detached: true,
  });
  endWithTests(server);
  onTestFinished(() => {
    // The shell and all that it has started.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
  });
  return { server, port };
}

describe.skipIf(!hasRedis)('the Redis of compose.yaml', () => {
  it('lets in who knows the password, and nobody else', async () => {
    const { port } = await startComposed();
    expect(await eventuallyPong(port)).toContain('PONG');
    expect(await pinged(port)).toContain('NOAUTH');
    expect(await pinged(port, 'another')).toContain('NOAUTH');
  });

  it('is told to stop itself, and does, so that it can write what it holds', async () => {
    const { server, port } = await startComposed();
    await eventuallyPong(port);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(pinged(port, 'a1b2c3d4')).rejects.toThrow('Could not connect');
  });
});

async function pinged(port: number, password?: string): Promise<string> {
  const env = { ...process.env, ...(password && { REDISCLI_AUTH: password }) };
  const { stdout, stderr } = await promisify(execFile)('redis-cli', ['-p', String(port), 'ping'], { env });
  return stdout + stderr;
}

async function eventuallyPong(port: number): Promise<string> {
  let said = '';
  await eventually(async () => {
    said = await pinged(port, 'a1b2c3d4').catch(() => '');
    return said.includes('PONG');
  });
  return said;
}

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
