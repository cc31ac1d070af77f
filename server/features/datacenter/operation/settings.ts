import type { Context } from '../../../api/context.ts'
import { storedSetting, storeSetting } from '../../../db/stored-settings.ts'
import type { Work } from '../../../db/transaction.ts'
import { type OperationSettings, operationSettings } from '../../../domain/operation/schema.ts'
import { changed } from '../../../events/changes.ts'

const SETTING = 'operation'

/** The rules for operations that begin now. @param tx the transaction of one */
export async function readOperationSettings(tx?: Pick<Work['tx'], 'setting'>): Promise<OperationSettings> {
  const { success, data } = operationSettings.safeParse((await storedSetting(SETTING, tx)) ?? {})
  return success ? data : operationSettings.parse({})
}

/** Changes the rules; operations that are under way keep theirs. */
export const writeOperationSettings = (ctx: Context, body: OperationSettings): Promise<OperationSettings> =>
  ctx.mutate(async (work, note) => {
    note.input = { name: SETTING, value: body }
    await storeSetting(SETTING, body, work.tx)
    changed(work, { entity: 'setting', entity_id: 0, event: 'update', data: { name: SETTING } })
    return body
  })
