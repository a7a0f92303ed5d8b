/** An embedding model; deterministic per model, and may reject. */
export interface Embedder {
  /** The model's name; vectors of different models cannot be compared. */
  readonly model: string;
  /** Embeds texts: one vector per text, in order, not normalised. */
  embed(texts: readonly string[]): Promise<readonly ArrayLike<number>[]>;
  close(): Promise<void>;
}

export async function embedInBatches<Vector>(
  texts: readonly string[],
  most: number,
  embed: (texts: readonly string[]) => Promise<readonly Vector[]>,
): Promise<Vector[]> {
  const vectors: Vector[] = [];
  for (let at = 0; at < texts.length; at += most) vectors.push(...(await embed(texts.slice(at, at + most))));
  return vectors;
}
