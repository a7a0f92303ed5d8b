import type { Config } from '../../config/config.ts';
import { within } from '../../outside/engine/within.ts';
import { openRasterizer } from '../../outside/pictures/rasterizer.ts';
import { checkService } from './check-service.ts';
import {
  fine,
  INSTALL_OPTIONAL,
  isMissingPackage,
  note,
  reasonOf,
  wrong,
  type Diagnosis,
} from './diagnosis.ts';

const PATIENCE_MS = 8000;
const WIDTH_PX = 16;
const LETTER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text y="14" font-family="Alegreya">A</text></svg>';

/** Whether drawings become PNG, and the letters on cards letters. */
export async function checkPictures({ images }: Config): Promise<Diagnosis[]> {
  const service = images ? [await checkService('pictures', 'IMAGES_URL', images.url)] : [];
  const rasterizer = openRasterizer();
  try {
    const empty = await within(PATIENCE_MS, rasterizer.rasterize(LETTER, WIDTH_PX));
    const drawing = fine('drawing', 'The rasterizer has drawn.');
    // Without their fonts letters leave no trace in a drawing.
    const fonts = await checkFonts(async (files) => {
      const drawn = await within(PATIENCE_MS, rasterizer.rasterize(LETTER, WIDTH_PX, files));
      return Buffer.compare(drawn, empty) !== 0;
    });
    return [...service, drawing, fonts];
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

async function checkFonts(shows: (files: readonly string[]) => Promise<boolean>): Promise<Diagnosis> {
  const remedy = 'Install the house anew (npm ci in a checkout): the fonts come with it.';
  try {
    const { CARD_FONT_FILES } = await import('../../outside/pictures/card-fonts.ts');
    if (await shows(CARD_FONT_FILES)) return fine('fonts', 'The letters of cards are there, and show.');
    return wrong('fonts', 'Letters leave no trace on a card.', remedy);
  } catch (error) {
    return wrong('fonts', `The letters of cards are not there: ${reasonOf(error)}.`, remedy);
  }
}
