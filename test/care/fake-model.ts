import { Worker } from 'node:worker_threads';

/** A worker with the protocol of the model and no model in it; an item "endling" ends it. */
export function fakeModel(): Worker {
  return new Worker(
    `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (texts) => {
      if (texts.some((text) => text.includes('endling'))) process.exit(7);
      if (texts.some((text) => text.includes('throwling'))) throw new Error('thrown');
      if (texts.some((text) => text.includes('silenceling'))) return;
      if (texts.some((text) => text.includes('hangling'))) for (;;);
      if (texts.some((text) => text.includes('failureling'))) return parentPort.postMessage({ failure: 'failed' });
      const vector = (text) => Array.from({ length: 384 }, (_, at) => Math.sin(at * text.length + 1));
      parentPort.postMessage({ vectors: texts.map(vector) });
    });`,
    { eval: true },
  );
}
