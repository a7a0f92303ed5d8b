/** A zone in which it is noon: no creature sleeps then. The signs of these zones are inverted. */
export function whereItIsNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
