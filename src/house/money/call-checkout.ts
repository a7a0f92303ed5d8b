import { ProblemError } from '../../core/problem.ts';
import { CheckoutError } from '../../outside/money/checkout.ts';

const RETRY_SECONDS = 30;

/** Does what needs the provider; when it fails, whoever asked is to ask again later. */
export async function callCheckout<T>(
  ask: () => Promise<T>,
  onFailure?: (failure: CheckoutError) => Promise<void>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    await onFailure?.(error);
    throw new ProblemError('checkout_unreachable', { retryAfterSeconds: RETRY_SECONDS });
  }
}
