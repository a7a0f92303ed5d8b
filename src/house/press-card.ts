import { LETTER_FILES } from '../outside/lettering.ts';
import type { House } from './house.ts';

const CARD_WIDTH_PX = 1200;

/** A card as PNG, or undefined when the press cannot take it now. */
export async function pressCard({ press }: House, svg: string): Promise<Uint8Array | undefined> {
  try {
    return await press.press(svg, CARD_WIDTH_PX, LETTER_FILES);
  } catch {
    return undefined;
  }
}
