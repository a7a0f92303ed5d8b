import type { Instant } from '../../core/engine/clock.ts';
import type { House } from '../house.ts';
import { glanceAtLife, type LifeGlance } from '../public/view-creature.ts';
import { readLetters, type LetterPage } from './read-heart.ts';

/** Letters of a creature, and whose they are. */
export interface LettersView extends LetterPage {
  readonly glance: LifeGlance;
  readonly page: number;
  readonly pages: number;
}

const LETTERS_PER_PAGE = 5;

/** A page of what a creature has written, for anybody; one after the last is the last. */
export async function viewLetters(
  house: House,
  { id, page: asked }: { readonly id: string; readonly page: number },
  now: Instant,
): Promise<LettersView | undefined> {
  const glance = await glanceAtLife(house, id, now);
  if (!glance) return undefined;
  const { creature, species } = glance;
  const read = (page: number) =>
    readLetters(house, creature, species, now, {
      limit: LETTERS_PER_PAGE,
      offset: (page - 1) * LETTERS_PER_PAGE,
    });
  const found = await read(asked);
  const pages = Math.max(1, Math.ceil(found.total / LETTERS_PER_PAGE));
  if (asked <= pages) return { ...found, glance, page: asked, pages };
  return { ...(await read(pages)), glance, page: pages, pages };
}
