import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseConfig, VARIABLE_NAMES } from './support/settings.ts';

const compose = readFileSync(new URL('../compose.yaml', import.meta.url), 'utf8');
const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');

/** The variables under `environment:`. */
function variables(): Record<string, string> {
  const block = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose)?.[1] ?? '';
  const lines = [...block.matchAll(/^ {6}(\w+): '?(.*?)'?$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

describe('compose.yaml', () => {
  it('sets only variables that exist', () => {
    expect(Object.keys(variables())).toEqual(expect.arrayContaining(['STORE_URL', 'HTTP_PORT']));
    expect(Object.keys(variables()).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
  });

  it('lets the health check of the image ask both replicas', () => {
    const { STORE_URL: _, ...ops } = variables();
    const configured = parseConfig(ops);
    expect(configured.ok && configured.config.http).toEqual({ host: '0.0.0.0', port: 8081 });
    expect(dockerfile).toMatch(/^HEALTHCHECK .*healthcheck/m);
    expect(compose).toMatch(/replicas: 2/);
  });

  it('keeps all that Redis is told, on the disk before it is done', () => {
    expect(compose).toMatch(/--appendonly yes --appendfsync always --maxmemory-policy noeviction/);
    expect(compose).toMatch(/redis:\/data/);
  });

  it('gives a replica the memory it may take, and some room', () => {
    expect(Number(/memory: (\d+)M/.exec(compose)?.[1])).toBeGreaterThan(400);
  });

  it('leaves the bot more time to stop than it takes', () => {
    const graceSeconds = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]);
    const configured = parseConfig({});
    const takenMs = configured.ok ? configured.config.shutdownGraceMs : Number.NaN;
    expect(graceSeconds * 1_000).toBeGreaterThan(takenMs + 10_000);
  });
});
