import type { KeepsakeKind } from '../../core/heart/keepsakes-table.ts';
import { creaturePath, pageQuery, withQuery } from '../paths.ts';

export const KEEPSAKES_PATH = '/keepsakes';

export function lettersPath(id: string, page = 1): string {
  return withQuery(`${creaturePath(id)}/letters`, { page: pageQuery(page) });
}

/** The artist's drawing of a keepsake; of what nobody has only the outline. */
export function keepsakePicturePath(kind: KeepsakeKind, drawn?: 'outline'): string {
  return withQuery(`${KEEPSAKES_PATH}/${kind}.svg`, { drawn });
}
