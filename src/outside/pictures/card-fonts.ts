import { fileURLToPath } from 'node:url';

/** The files of the letters on printed cards: Alegreya, in the weights that they use. */
export const CARD_FONT_FILES: readonly string[] = [
  'Alegreya_700Bold.ttf',
  'Alegreya_500Medium.ttf',
  'Alegreya_500Medium_Italic.ttf',
].map((file) => fileURLToPath(new URL(`../../../dist/fonts/${file}`, import.meta.url)));
