import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/core/adapter.ts';
import { createAccess, isAtConsole, offeredTo } from '../../src/requests/access.ts';

const by = (requester: Principal, ...scopes: Principal[]) => ({ requester, scopes });

describe('access', () => {
  it('is everybody’s where nobody is named, which makes nobody an admin', () => {
    const access = createAccess({ allowed: [], admins: [] });
    expect(access.isAllowed(by('discord:user:1'))).toBe(true);
    expect(access.isAdmin(by('discord:user:1'))).toBe(false);
  });

  it('is that of the people and scopes that are named, and of no others', () => {
    const access = createAccess({ allowed: ['discord:user:1', 'discord:guild:5'], admins: [] });
    expect(access.isAllowed(by('discord:user:1'))).toBe(true);
    expect(access.isAllowed(by('discord:user:2', 'discord:guild:4', 'discord:guild:5'))).toBe(true);
    expect(access.isAllowed(by('discord:user:2', 'discord:guild:4'))).toBe(false);
    expect(access.isAdmin(by('discord:user:1', 'discord:guild:5'))).toBe(false);
  });

  it('is an admin’s as well, by name or by role', () => {
    const access = createAccess({
      allowed: ['discord:guild:5'],
      admins: ['telegram:user:1', 'discord:role:9'],
    });
    for (const admin of [by('telegram:user:1'), by('discord:user:2', 'discord:role:9')]) {
      expect(access.isAdmin(admin)).toBe(true);
      expect(access.isAllowed(admin)).toBe(true);
    }
    expect(access.isAdmin(by('discord:user:1'))).toBe(false);
  });

  it('is always that of whoever sits at the console, as an admin', () => {
    const access = createAccess({ allowed: ['discord:guild:5'], admins: [] });
    expect(isAtConsole('console:user:local')).toBe(true);
    expect(isAtConsole('discord:user:console')).toBe(false);
    expect(access.isAdmin(by('console:user:local'))).toBe(true);
    expect(access.isAllowed(by('console:user:local'))).toBe(true);
  });

  it('comes before anything is offered', async () => {
    const access = createAccess({ allowed: ['test:user:1'], admins: [] });
    const suggest = offeredTo(access, async (text) => [{ value: text, label: text }]);
    const typist = { scopes: [], locale: 'en', visibility: 'private' } as const;
    expect(await suggest('49', { ...typist, requester: 'test:user:1' })).toHaveLength(1);
    expect(await suggest('49', { ...typist, requester: 'test:user:2' })).toEqual([]);
  });
});
