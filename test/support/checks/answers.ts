import type { Answer, RefusalReason, Refused } from '../../../src/checks/contract.ts';
import type { Device } from '../../../src/provider/device.ts';

/** The moment everything in these tests takes place: a Saturday noon, UTC. */
export const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

type Origin = Partial<Pick<Answer, 'source' | 'checkedAt' | 'isSandbox'>>;

/** A BASIC device: brand and model only. */
export function basic(parts: Partial<Device> = {}): Device {
  return { level: 'BASIC', brand: 'NOKIA', model: '3310', other: {}, ...parts };
}

/**
 * A FULL device with every field the interface knows, in values without units, as the interface
 * gives them.
 */
export function full(parts: Partial<Device> = {}): Device {
  return {
    level: 'FULL',
    imei: '490154203237518',
    brand: 'SAMSUNG',
    model: 'SGH-A800',
    parts: { tac: '490154', fac: '20', snr: '323751', cd: '8' },
    info: {
      weight: 112,
      battery: { type: 'Li-Ion', capacity: 800 },
      qwerty: false,
      year: { year: '2004', month: 'March' },
      talk_time_umts: 3,
      stand_by: 200,
      touch_scr: false,
      size: { width: 44, height: 88, thickness: 22 },
      wifi_hotspot: false,
      cpu_clock: 104,
      other_band: [],
      build: 'Clamshell',
      tel_func: true,
      lan: false,
      talk_time: 4,
      int_memory: '8',
      gsm_band: ['900', '1800'],
      memory_card: { type: 'microSD', size: 32 },
      umts_band: [],
      hsdpa_band: [],
      display: {
        type: 'TFT',
        color: { has: true, depth: '65K' },
        size: { width: 128, height: 160, inches: 2.4 },
      },
      os: 'Proprietary',
      cpu: 'ARM9',
      other: {},
    },
    other: {},
    ...parts,
  };
}

export const answers = {
  found: (device: Device, origin: Origin = {}): Answer => ({
    ...from(origin),
    found: true,
    device,
  }),
  notFound: (origin: Origin = {}): Answer => ({ ...from(origin), found: false }),
  refused: (why: RefusalReason, limit: number): Refused => ({ kind: 'refused', why, limit }),
};

function from(origin: Origin) {
  return { source: 'service', checkedAt: NOW, isSandbox: false, ...origin } as const;
}
