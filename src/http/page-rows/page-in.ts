/** The page somebody asked for, from 1; what is no number is the first. */
export function pageIn(word: string | undefined): number {
  const page = /^\d{1,6}$/.test(word ?? '') ? Number(word) : 1;
  return Math.max(1, page);
}
