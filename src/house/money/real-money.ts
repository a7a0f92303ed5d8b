import type { Db } from '../../store/engine/db.ts';
import { readSetting, writeSetting } from '../../store/engine/settings.ts';

const SETTING = 'real_money';

/** From now on this database holds credits that somebody has paid for. */
export async function markRealMoney(db: Db): Promise<void> {
  await writeSetting(db, SETTING, 'taken');
}

/** True when play money must not be mixed into it. */
export async function hasTakenRealMoney(db: Db): Promise<boolean> {
  return (await readSetting(db, SETTING)) !== undefined;
}
