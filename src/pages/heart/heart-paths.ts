import { creaturePath, pageQuery, withQuery } from '../paths.ts';

export const KEEPSAKES_PATH = '/keepsakes';

export function lettersPath(id: string, page = 1): string {
  return withQuery(`${creaturePath(id)}/letters`, { page: pageQuery(page) });
}
