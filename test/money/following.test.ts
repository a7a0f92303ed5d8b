import { expect, test } from 'vitest';

import { startReconcilingPayments } from '../../src/jobs/jobs.ts';
import { openLog } from '../../src/log.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { TestFacilitator } from './facilitator.ts';
import { aTill, BUY, JSON_TYPE, mppOf, mppPayer, PlayMethod, x402With } from './till.ts';

eachDatabase((place) => {
  test('a facilitator that does not answer does not delay the follow-up of other payments', async () => {
    const facilitator = await new TestFacilitator().open();
    const x402 = await x402With(facilitator);
    facilitator.versions = [];
    await x402.refreshKinds();
    facilitator.asleep = true;
    const play = new PlayMethod();
    const till = await aTill(await place.fresh(), { x402, mpp: mppOf(play) });
    const wren = await aKeeper(till);
    play.next = 'lost after';
    const headers = { ...JSON_TYPE, 'x-api-key': wren.key };
    const lost = await mppPayer().fetch(`${till.url}/api/house/credits`, { ...BUY('100'), headers });
    expect([lost.status, x402.open]).toEqual([503, false]);
    play.next = 'settled';
    till.now.forward('3m');
    const rounds = startReconcilingPayments(till.house, openLog('silent'));
    rounds?.begin();
    await expect.poll(() => till.minted(wren.id)).toEqual([100]);
    await rounds?.stop();
  });
});
