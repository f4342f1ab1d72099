import fc from 'fast-check';

/**
 * Any text, also one with half a pair in it. In place of fast-check's own `unit: 'binary'`, which takes a second of the
 * processor before its first case.
 */
export function anyText({ maxLength = 60 }: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }));
  const whole = fc.integer({ min: 0x10000, max: 0x10ffff });
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: unit }, whole), { maxLength })
    .map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''));
}
