import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The files of the letters on printed cards: Alegreya, in the two weights that they use. */
export const CARD_FONT_FILES: readonly string[] = [
  '@expo-google-fonts/alegreya/700Bold/Alegreya_700Bold.ttf',
  '@expo-google-fonts/alegreya/500Medium/Alegreya_500Medium.ttf',
].map((file) => resolve(file));
