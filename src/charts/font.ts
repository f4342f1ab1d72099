import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The font family in the specification. */
export const FONT = 'DejaVu Sans';

/** Options for resvg: only this font and no system fonts, so that a picture looks the same on every machine. */
export function fontOptions() {
  return {
    loadSystemFonts: false,
    fontFiles: [
      require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
      require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
    ],
    defaultFontFamily: FONT,
    sansSerifFamily: FONT,
  };
}
