import { descriptionOf, hasOneBody, inventLook } from '../../artist/words/invent-look.ts';
import { findKind, KINDS, type Kind } from '../../artist/words/kinds.ts';
import type { SpeciesDesign } from '../../store/species/community-species.ts';
import type { House } from '../house.ts';

/**
 * How a new species looks from now on: by its designer's words, and by what they mean where none of them tells what kind of
 * body it has. Decided once and kept, so that neither a better reader nor a missing model ever changes anybody's face.
 */
export async function designLook(
  { tastes }: Pick<House, 'tastes'>,
  design: SpeciesDesign,
): Promise<readonly string[]> {
  const prompt = design.imagePrompt ?? '';
  const said = descriptionOf(design, prompt);
  const told = hasOneBody(design.family) || findKind(said) !== undefined;
  return inventLook(design, prompt, told ? undefined : await guessKind(tastes, said));
}

async function guessKind(tastes: House['tastes'], said: string): Promise<Kind | undefined> {
  const closest = await tastes.closest(
    said,
    KINDS.map(({ means }) => means),
  );
  return closest === undefined ? undefined : KINDS[closest];
}
