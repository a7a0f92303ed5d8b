import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The files of the letters on printed cards: Alegreya, in the weights that they use. */
export const CARD_FONT_FILES: readonly string[] = [
  '@expo-google-fonts/alegreya/700Bold/Alegreya_700Bold.ttf',
  '@expo-google-fonts/alegreya/500Medium/Alegreya_500Medium.ttf',
  '@expo-google-fonts/alegreya/500Medium_Italic/Alegreya_500Medium_Italic.ttf',
].map((file) => resolve(file));
