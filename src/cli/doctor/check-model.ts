import type { Config } from '../../config/config.ts';
import { localEmbedder } from '../../outside/care/local-embedder.ts';
import { within } from '../../outside/engine/within.ts';
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
const DIMENSIONS = 384;

/** Whether something can tell what items are like. A service that is paid for is not asked. */
export async function checkModel({ embeddings }: Config): Promise<Diagnosis[]> {
  if (embeddings) return [await checkService('model', 'EMBEDDINGS_URL', embeddings.url)];
  const embedder = localEmbedder();
  try {
    const [vector] = await within(PATIENCE_MS, embedder.embed(['a ripe peach']));
    return [
      vector?.length === DIMENSIONS
        ? fine('model', `The own one is loaded and has answered, in ${DIMENSIONS} dimensions.`)
        : wrong(
            'model',
            `It answered in ${vector?.length ?? 0} dimensions.`,
            'Install the house anew: npm ci.',
          ),
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
