/** A sentence for the operator: the house was not moved. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}
