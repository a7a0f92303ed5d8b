import { chooseService, type ServiceChoice, type ServiceWish } from './service.ts';

/** The service that tells what items are like, instead of the model that comes with the house. */
export type EmbeddingsChoice = ServiceChoice;

/** The service, none, or every reason why these settings do not fit together. */
export function chooseEmbeddings(
  wish: ServiceWish,
): EmbeddingsChoice | undefined | { readonly problems: string[] } {
  return chooseService('EMBEDDINGS', wish);
}
