/** Everything that comes, as long as it is no more than that; whoever sends without end is not listened to. */
export async function bytesWithin(
  most: number,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tooMuch: () => Error,
): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > most) throw tooMuch();
    kept.push(part);
  }
  return Buffer.concat(kept);
}
