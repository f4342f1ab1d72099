import { describe, expect, test } from 'vitest';
import { dataSheet } from '../../src/format/imei/phone/data-sheet.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import type { Device, DeviceInfo } from '../../src/provider/device.ts';
import { full } from '../support/checks/answers.ts';

const context = {
  say: sayIn('en'),
  visibility: 'private',
  isAdmin: false,
  now: 0,
  isSandbox: false,
} as const;

/** The sheet as `heading | label: value` lines. */
function sheetOf(device: Device): readonly string[] {
  return dataSheet(context, device).flatMap(({ heading, fields, lines = [] }) => [
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
      Design:
        'Weight: 112 g; Height: 88 mm; Width: 44 mm; Thickness: 22 mm; Build: Clamshell; QWERTY keyboard: No',
      Display:
        'Type: TFT; Size: 2.4″; Width: 128; Height: 160; Color display: Yes, 65K; Touchscreen: No',
      Hardware:
        'Operating system: Proprietary; Processor: ARM9; Processor clock: 104 MHz; Internal memory: 8; Memory card: microSD, 32',
      Battery:
        'Type: Li-Ion; Capacity: 800 mAh; Standby time: 200; Talk time: 4; Talk time (UMTS): 3',
      Network: 'Phone calls: Yes; GSM bands: 900, 1800; Wi-Fi hotspot: No; LAN: No',
      Release: 'Released: March 2004',
      'Older format':
        'Type approval code (TAC): 490154; Final assembly code (FAC): 20; Unit number (SNR): 323751; Check digit (CD): 8',
    };
    const lines = Object.entries(sheet).map(([group, fields]) =>
      fields.split('; ').map((field) => `${group} | ${field}`),
    );
    expect(sheetOf(full())).toEqual(lines.flat());
  });

  test.each<[string, Partial<DeviceInfo>, string]>([
    ['a weight in grams', { weight: 187.5 }, 'Design | Weight: 187.5 g'],
    ['a weight that may be in ounces', { weight: 6.6 }, 'Design | Weight: 6.6'],
    ['a height in millimetres', { size: { height: 146.7 } }, 'Design | Height: 146.7 mm'],
    ['a height that may be in centimetres', { size: { height: 14.6 } }, 'Design | Height: 14.6'],
    [
      'a thickness beside a height in millimetres',
      { size: { height: 146.7, thickness: 7.65 } },
      'Design | Thickness: 7.65 mm',
    ],
    ['a thickness alone', { size: { thickness: 7.65 } }, 'Design | Thickness: 7.65'],
    ['a clock in megahertz', { cpu_clock: 2924 }, 'Hardware | Processor clock: 2924 MHz'],
    ['a clock that may be in gigahertz', { cpu_clock: 2.9 }, 'Hardware | Processor clock: 2.9'],
    ['a capacity in mAh', { battery: { capacity: 5000 } }, 'Battery | Capacity: 5000 mAh'],
    ['a capacity that may be in Wh', { battery: { capacity: 12.4 } }, 'Battery | Capacity: 12.4'],
    ['talk time, in minutes or hours', { talk_time: 14 }, 'Battery | Talk time: 14'],
    [
      'a month by its number',
      { year: { year: '2015', month: '8' } },
      'Release | Released: August 2015',
    ],
    [
      'a month of another calendar',
      { year: { year: '2015', month: '13' } },
      'Release | Released: 13 2015',
    ],
  ])('gives a number its unit only if no other one is possible: %s', (_, info, line) => {
    expect(sheetOf(withInfo(info))).toContain(line);
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
