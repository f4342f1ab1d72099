import { describe, expect, test } from 'vitest';
import { dataSheet } from '../../src/format/imei/data-sheet.ts';
import { sayIn } from '../../src/format/words/say.ts';
import type { Device, DeviceInfo } from '../../src/provider/device.ts';
import { full } from '../support/checks/answers.ts';

const view = {
  say: sayIn('en'),
  visibility: 'private',
  admin: false,
  now: 0,
  sandbox: false,
} as const;

/** The sheet as `heading | label: value` lines. */
function sheetOf(device: Device): readonly string[] {
  return dataSheet(view, device).flatMap(({ heading, fields, lines = [] }) => [
    ...fields.map(({ label, value }) => `${heading} | ${label}: ${value}`),
    ...lines.map((line) => `${heading} | ${line}`),
  ]);
}

function withInfo(info: Partial<DeviceInfo>, other: Device['other'] = {}): Device {
  return full({ parts: {}, info: { other: {}, ...info }, other });
}

describe('the data sheet of a FULL device', () => {
  test('shows every field of the interface, grouped as a person reads it', () => {
    const sheet = {
      'Older format':
        'Type approval code (TAC): 490154; Final assembly code (FAC): 20; Unit number (SNR): 323751; Check digit (CD): 8',
      Design:
        'Weight: 112; Height: 88; Width: 44; Thickness: 22; Build: Clamshell; QWERTY keyboard: No',
      Display:
        'Type: TFT; Size: 2.4 inches; Width: 128; Height: 160; Color display: Yes, 65K; Touchscreen: No',
      Hardware:
        'Operating system: Proprietary; Processor: ARM9; Processor clock: 104; Internal memory: 8; Memory card: microSD, 32',
      Battery: 'Type: Li-Ion; Capacity: 800; Standby time: 200; Talk time: 4; Talk time (UMTS): 3',
      Network: 'Phone calls: Yes; GSM bands: 900, 1800; Wi-Fi hotspot: No; LAN: No',
      Release: 'Released: March 2004',
    };
    const lines = Object.entries(sheet).map(([group, fields]) =>
      fields.split('; ').map((field) => `${group} | ${field}`),
    );
    expect(sheetOf(full())).toEqual(lines.flat());
  });

  test('stays readable when the service sends a flood of unknown fields', () => {
    const flood = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`field_${index}`, 'x'.repeat(5_000)]),
    );
    const lines = sheetOf(withInfo({}, flood));
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('Other | 30 more fields');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
  });
});
