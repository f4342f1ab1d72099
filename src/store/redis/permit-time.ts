import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * How much time a script accepts as passed when no process confirms more, in milliseconds: the part of a window by which a
 * slot is held longer than the window, so that even a clock step at the worst moment lets no request arrive too early. At
 * least half a second, since a busy machine does not ask more often.
 */
export function unvouchedMs(windowMs: number): number {
  return Math.max(windowMs / 120, 500);
}

/** How often a process that knows of taken slots has to ask, in milliseconds, so that passed time is confirmed. */
export function lookEveryMs(windowMs: number): number {
  return unvouchedMs(windowMs) * 0.4;
}

/** Monotonic milliseconds, the same for all processes of a machine; they may stop while it sleeps. */
export function runningMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** Names the machine and its boot; where that is unknown, every process counts as a machine of its own. */
export function nameOfMachine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Containers on one machine may have monotonic clocks with different origins.
    return `${boot} ${readlinkSync('/proc/self/ns/time')}`;
  } catch {
    return randomUUID();
  }
}

/**
 * Redis' clock may be set, or another host with another clock may take over. Before a script reads the stored times, it
 * shifts them with the clock: by the whole of a step back, and by the part of a step forward that exceeds the time that can
 * have passed since the last script ran. That time is measured by the machine that asked last and asks now; if another
 * machine asks, it is half a second. A process that knows of taken slots therefore asks repeatedly. If all processes have
 * died, no time passes until somebody asks: their slots are held for as long as they had to be held then.
 *
 * A shorter step forward goes unnoticed. A command that waited long (Redis was paused) counts as a step: slots are held
 * for that much longer. A step forward ends a pause early; the service then asks for another.
 *
 * `seen`, `machine` and `running` in the state say when the last script ran. Nothing lasts longer than a lease.
 *
 * The last ARGV of a script: slot lease, the time accepted as passed unconfirmed, machine, its monotonic milliseconds.
 */
export const PASSING_TIME = `
local lease, unvouched = tonumber(ARGV[#ARGV - 3]), tonumber(ARGV[#ARGV - 2])
local machine, running = ARGV[#ARGV - 1], tonumber(ARGV[#ARGV])
local function move(by)
  for _, key in ipairs({ KEYS[1], KEYS[2], KEYS[4] }) do
    for _, token in ipairs(redis.call('ZRANGE', key, 0, -1)) do
      local ends = redis.call('ZSCORE', key, token) + by
      if token ~= KEEPER then redis.call('ZADD', key, math.min(ends, now + lease), token) end
    end
  end
  redis.call('HSET', KEYS[3], 'fence', math.min(number('fence') + by, now + lease))
  for _, field in ipairs({ 'pause', 'next_batch', 'batch_asked' }) do
    if by < 0 then redis.call('HSET', KEYS[3], field, number(field) + by) end
  end
end
local seen = number('seen')
local gap = now - seen
if seen > 0 then
  local passed = unvouched
  if redis.call('HGET', KEYS[3], 'machine') == machine then
    passed = passed + math.max(running - number('running'), 0)
  end
  local stepped = math.min(gap, math.max(gap - passed, 0))
  if stepped ~= 0 then move(stepped) end
end
-- Not each time: where Redis writes everything to the disk, that costs as much as a permit.
if gap < 0 or gap * 4 >= unvouched then
  redis.call('HSET', KEYS[3], 'seen', now, 'machine', machine, 'running', running)
end
`;
