import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The name the picture asks for its font by. */
export const FONT = 'DejaVu Sans';

/** For resvg: this font and none of the system's, so that a picture is the same on every machine. */
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
