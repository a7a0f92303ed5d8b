import type { Config } from '../../config/config.ts';
import { checkService } from './check-service.ts';
import { fine, INSTALL_OPTIONAL, note, reasonOf, wrong, type Diagnosis } from './diagnosis.ts';

/** How the house is paid, and whether it can be. Nobody is asked: a key shows what it is by its beginning. */
export async function checkPayments(config: Config): Promise<Diagnosis[]> {
  const { payments, inline } = config;
  const checkout = payments.stripe ? await checkStripe(config) : fine('payments', describe(payments.mode));
  const mpp = inline.mpp ? [fine('mpp', `Agents may pay by MPP, as ${inline.mpp.realm}.`)] : [];
  return [checkout, ...mpp, ...(await checkX402(config))];
}

function describe(mode: Config['payments']['mode']): string {
  return mode === 'sandbox' ? 'Play money: no card is needed.' : 'There is no checkout.';
}

async function checkStripe({ payments, production }: Config): Promise<Diagnosis> {
  try {
    await import('../../outside/money/checkout-stripe.ts');
  } catch (error) {
    return wrong('payments', `Stripe’s package cannot be loaded: ${reasonOf(error)}.`, INSTALL_OPTIONAL);
  }
  if (payments.stripe?.live === true) return fine('payments', 'Stripe, with live keys: real money moves.');
  if (!production) return fine('payments', 'Stripe, with test keys: no real money moves.');
  return note(
    'payments',
    'NODE_ENV is production, and Stripe’s keys are for tests: credits are given for nothing.',
    'Set STRIPE_SECRET_KEY to a live key, with the STRIPE_WEBHOOK_SECRET of its own webhook.',
  );
}

async function checkX402({ inline: { x402 } }: Config): Promise<Diagnosis[]> {
  if (!x402) return [];
  const facilitator = await checkService('x402', 'X402_FACILITATOR_URL', x402.facilitatorUrl);
  if (facilitator.state === 'wrong' || x402.rpcUrl !== undefined) return [facilitator];
  return [
    facilitator,
    note(
      'x402',
      'How a payment ended that got no answer, the house cannot find out by itself.',
      `Set X402_RPC_URL to a node of ${x402.oldNetwork}.`,
    ),
  ];
}
