import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * How much time the permits take for passed when nobody vouches for more: the part of a window by which a slot is held
 * longer than that, so that even a step of the clock at the worst moment lets nothing arrive too early. No less than half
 * a second, since a machine that has other things to do does not ask more often.
 */
export function unvouchedMs(windowMs: number): number {
  return Math.max(windowMs / 120, 500);
}

/** How often a process asks that knows of something taken, so that the time goes on wherever the others are. */
export function lookEveryMs(windowMs: number): number {
  return unvouchedMs(windowMs) * 0.4;
}

/** Milliseconds that no correction moves, the same for all processes of a machine; they may stand still while it sleeps. */
export function runningMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** The machine that this process runs on, and its start; where that cannot be told, the process is its own. */
export function nameOfMachine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Containers on one machine may count the time from different moments.
    return `${boot} ${readlinkSync('/proc/self/ns/time')}`;
  } catch {
    return randomUUID();
  }
}

/**
 * The host's clock is set, or another host with another clock takes over. What is kept in the time of day is moved with
 * it, before anything is asked of it: by the whole of a step back, and by what a step forward is longer than the time that
 * can have passed since the last script ran. That is what the machine counts that asked then and asks now; where another
 * one asks, half a second. A process that knows of something taken therefore looks after it again and again. When all have
 * died, time stands still until somebody asks: what they had taken is held as long as it had to be held then.
 *
 * A step forward that is shorter than this cannot be seen. A command that waited long (Redis stood still) is taken for
 * one: what is taken is held for so much longer. A pause ends early by a step forward; the service then asks for another.
 *
 * `seen`, `machine` and `running` in the state say when a script ran last; a state of an earlier version has none, and
 * that version goes on without writing them. Nothing lasts longer than a lease, whatever they lack.
 *
 * The last ARGV of a script: slot lease, what is taken for passed unvouched, machine, what it counts.
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
