import { describe, expect, test } from 'vitest';
import { dataSheet } from '../../src/format/imei/data-sheet.ts';
import { sayIn } from '../../src/format/words/say.ts';
import type { Device, DeviceInfo } from '../../src/provider/device.ts';
import { full } from '../support/checks/answers.ts';

const view = { say: sayIn('en'), visibility: 'private', admin: false, now: 0, sandbox: false } as const;

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
    expect(sheetOf(full())).toEqual([
      'Older format | Type approval code (TAC): 490154',
      'Older format | Final assembly code (FAC): 20',
      'Older format | Unit number (SNR): 323751',
      'Older format | Check digit (CD): 8',
      'Design | Weight: 112',
      'Design | Height: 88',
      'Design | Width: 44',
      'Design | Thickness: 22',
      'Design | Build: Clamshell',
      'Design | QWERTY keyboard: No',
      'Display | Type: TFT',
      'Display | Size: 2.4 inches',
      'Display | Width: 128',
      'Display | Height: 160',
      'Display | Color display: Yes, 65K',
      'Display | Touchscreen: No',
      'Hardware | Operating system: Proprietary',
      'Hardware | Processor: ARM9',
      'Hardware | Processor clock: 104',
      'Hardware | Internal memory: 8',
      'Hardware | Memory card: microSD, 32',
      'Battery | Type: Li-Ion',
      'Battery | Capacity: 800',
      'Battery | Standby time: 200',
      'Battery | Talk time: 4',
      'Battery | Talk time (UMTS): 3',
      'Network | Phone calls: Yes',
      'Network | GSM bands: 900, 1800',
      'Network | Wi-Fi hotspot: No',
      'Network | LAN: No',
      'Release | Released: March 2004',
    ]);
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
