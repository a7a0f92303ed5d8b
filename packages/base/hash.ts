/** 32-bit FNV-1a hash of a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A repeatable pseudo-random number in [0, 1). `salt` names the purpose: rolls for different purposes are independent. */
export function roll(seed: number, salt: number, which: number): number {
  const high = Math.floor(seed / 0x100000000);
  let hash = murmurFinalizer((seed >>> 0) ^ salt);
  hash = murmurFinalizer(hash ^ high);
  hash = murmurFinalizer(hash ^ (which >>> 0));
  hash = murmurFinalizer(hash ^ Math.floor(which / 0x100000000));
  return hash / 0x100000000;
}

// The finalizer of MurmurHash3: each input bit flips about half of the output bits.
function murmurFinalizer(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
