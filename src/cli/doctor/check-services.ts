import { lookup } from 'node:dns/promises';

import type { Config } from '../../config/config.ts';
import { localEmbedder } from '../../outside/care/local-embedder.ts';
import { within } from '../../outside/engine/within.ts';
import { openRasterizer } from '../../outside/pictures/rasterizer.ts';
import { fine, isMissingPackage, note, reasonOf, wrong, type Diagnosis } from './diagnosis.ts';

const LOOKUP_TIMEOUT_MS = 3000;
const LOCAL_TIMEOUT_MS = 8000;

const INSTALL_OPTIONAL = 'npm i arkhouse, without --omit=optional.';

/** Sends no request to a payment service: the prefix of a key tells live from test. */
export async function checkPayments(config: Config): Promise<Diagnosis[]> {
  const { payments, inline } = config;
  const unpaid = payments.mode === 'sandbox' ? 'Play money: no card is needed.' : 'There is no checkout.';
  const checkout = payments.stripe ? await checkStripe(config) : fine('payments', unpaid);
  const mpp = inline.mpp ? [fine('mpp', `Agents may pay by MPP, as ${inline.mpp.realm}.`)] : [];
  return [checkout, ...mpp, ...(await checkX402(config))];
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
  const facilitator = await checkHostName('x402', 'X402_FACILITATOR_URL', x402.facilitatorUrl);
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

/** Resolves the host of an external service without a request to it, which may cost money. */
async function checkHostName(name: string, setting: string, url: string): Promise<Diagnosis> {
  const { hostname, host } = new URL(url);
  try {
    await within(LOOKUP_TIMEOUT_MS, lookup(hostname.replace(/^\[|\]$/g, '')));
    return fine(name, `${host} is set, and its name is known. It was not asked.`);
  } catch (error) {
    return wrong(
      name,
      `Nobody knows the way to ${host}: ${reasonOf(error)}.`,
      `See to the name in ${setting}, and to this machine’s DNS.`,
    );
  }
}

const DIMENSIONS = 384;

/** The embedding model that classifies unknown items. */
export async function checkModel({ embeddings }: Config): Promise<Diagnosis[]> {
  if (embeddings) return [await checkHostName('model', 'EMBEDDINGS_URL', embeddings.url)];
  const embedder = localEmbedder();
  try {
    const [vector] = await within(LOCAL_TIMEOUT_MS, embedder.embed(['a ripe peach']));
    const dimensions = vector?.length ?? 0;
    return [
      dimensions === DIMENSIONS
        ? fine('model', `The own one is loaded and has answered, in ${DIMENSIONS} dimensions.`)
        : wrong('model', `It answered in ${dimensions} dimensions.`, 'Install the house anew: npm ci.'),
    ];
  } catch (error) {
    const kind = isMissingPackage(error) ? 'is not installed' : `does not answer (${reasonOf(error)})`;
    return [
      note(
        'model',
        `The own one ${kind}: items that nobody knows are judged without it.`,
        `${INSTALL_OPTIONAL} Or set EMBEDDINGS_URL and EMBEDDINGS_MODEL.`,
      ),
    ];
  } finally {
    await embedder.close();
  }
}

const WIDTH_PX = 16;
const LETTER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text y="14" font-family="Alegreya">A</text></svg>';

/** Renders one letter to PNG, without and with the fonts of cards. */
export async function checkPictures({ images }: Config): Promise<Diagnosis[]> {
  const service = images ? [await checkHostName('pictures', 'IMAGES_URL', images.url)] : [];
  const rasterizer = openRasterizer();
  const rasterize = (fonts?: readonly string[]) =>
    within(LOCAL_TIMEOUT_MS, rasterizer.rasterize(LETTER, WIDTH_PX, fonts));
  try {
    const withoutFonts = await rasterize();
    const fonts = await checkFonts(rasterize, withoutFonts);
    return [...service, fine('drawing', 'The rasterizer has drawn.'), fonts];
  } catch (error) {
    const kind = isMissingPackage(error) ? 'is not installed' : `does not draw (${reasonOf(error)})`;
    return [
      ...service,
      note('drawing', `The rasterizer ${kind}: pictures come as SVG alone.`, INSTALL_OPTIONAL),
    ];
  } finally {
    await rasterizer.close();
  }
}

/** Text in a font that is not loaded renders as nothing. */
async function checkFonts(
  rasterize: (fonts: readonly string[]) => Promise<Uint8Array>,
  withoutFonts: Uint8Array,
): Promise<Diagnosis> {
  const remedy = 'Install the house anew (npm ci in a checkout): the fonts come with it.';
  try {
    const { CARD_FONT_FILES } = await import('../../outside/pictures/card-fonts.ts');
    const isVisible = Buffer.compare(await rasterize(CARD_FONT_FILES), withoutFonts) !== 0;
    return isVisible
      ? fine('fonts', 'The letters of cards are there, and show.')
      : wrong('fonts', 'Letters leave no trace on a card.', remedy);
  } catch (error) {
    return wrong('fonts', `The letters of cards are not there: ${reasonOf(error)}.`, remedy);
  }
}
