/** Turns texts into vectors: the same model gives the same vector for the same text. It may fail. */
export interface Embedder {
  /** The model's id: vectors of different models have nothing to do with each other. */
  readonly model: string;
  /** One vector for each text, in order, of any length. */
  embed(texts: readonly string[]): Promise<readonly ArrayLike<number>[]>;
  close(): Promise<void>;
}

/** Keeps quantized vectors over restarts and between nodes; it may fail or forget. */
export interface VectorStore {
  read(model: string, text: string): Promise<Uint8Array | undefined>;
  write(model: string, text: string, vector: Uint8Array): Promise<void>;
}
