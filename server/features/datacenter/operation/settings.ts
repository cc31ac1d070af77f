import type { Context } from '../../../api/context.ts'
import { editSetting } from '../../../api/edit-setting.ts'
import { storedSetting } from '../../../db/stored-settings.ts'
import type { Work } from '../../../db/transaction.ts'
import { type OperationSettings, operationSettings } from '../../../domain/operation/schema.ts'

const SETTING = 'operation'

/** The rules for operations that begin now. @param tx the transaction of one */
export async function readOperationSettings(tx?: Pick<Work['tx'], 'setting'>): Promise<OperationSettings> {
  const { success, data } = operationSettings.safeParse((await storedSetting(SETTING, tx)) ?? {})
  return success ? data : operationSettings.parse({})
}

/** Changes the rules; operations that are under way keep theirs. */
export const writeOperationSettings = (ctx: Context, body: OperationSettings): Promise<OperationSettings> =>
  ctx.mutate((work, note) => editSetting(work, note, SETTING, () => body))
