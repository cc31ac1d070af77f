import { alone } from '../db/advisory.ts'
import { type SettingValue, storedSetting, storeSetting } from '../db/stored-settings.ts'
import type { Work } from '../db/transaction.ts'
import { changed } from '../events/changes.ts'
import type { AuditNote } from './context.ts'

/**
 * Changes a setting of the panel, notes it in the audit and tells of it. Two who change different parts of one at once keep both.
 * @param change makes the new value of the one that is stored, which is undefined at first; neither may hold secrets
 * @param tell whether the value goes with the event, and whether to everyone; administrators alone hear that it was changed otherwise
 */
export async function editSetting<Value extends SettingValue>(
  work: Work,
  note: AuditNote,
  name: string,
  change: (now: unknown) => Value,
  tell: { value?: boolean; everyone?: boolean } = {},
): Promise<Value> {
  // There need not be a row yet that could be locked.
  await alone(work, 'setting', name)
  const value = change(await storedSetting(name, work.tx))
  note.input = { name, value }
  await storeSetting(name, value, work.tx)
  changed(work, {
    entity: 'setting',
    entity_id: 0,
    event: 'update',
    ...(tell.everyone && { everyone: true }),
    data: { name, ...(tell.value && { value }) },
  })
  return value
}
