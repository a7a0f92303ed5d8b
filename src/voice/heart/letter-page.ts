/** Above the letters of one creature. */
export function lettersTitle(name: string): string {
  return `Letters from ${name}`;
}

export const NO_LETTERS =
  'It has not written yet. The first one comes with its first week, or when it grows.';
