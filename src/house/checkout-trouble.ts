import { Problem } from '../core/problem.ts';
import { CheckoutFailed } from '../outside/checkout.ts';

const RETRY_SECONDS = 30;

/** Does what needs the provider; when it fails, whoever asked is to ask again later. */
export async function reaching<T>(
  ask: () => Promise<T>,
  onFailure?: (failure: CheckoutFailed) => Promise<void>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CheckoutFailed)) throw error;
    await onFailure?.(error);
    throw new Problem('checkout_unreachable', { retryAfterSeconds: RETRY_SECONDS });
  }
}
