import { storedSetting } from '../../../db/stored-settings.ts'
import type { Work } from '../../../db/transaction.ts'
import { type RecordingSettings, recordingSettings } from '../../../domain/recording/schema.ts'
import type { Role } from '../../../domain/shared/roles.ts'

export const RECORDING_SETTING = 'recording'

/** Nothing is recorded until an administrator says so. */
export async function readRecordingSettings(): Promise<RecordingSettings> {
  return settingsOf(await storedSetting(RECORDING_SETTING))
}

/** What is stored, if anything, as settings. */
export function settingsOf(value: unknown): RecordingSettings {
  const stored = recordingSettings.safeParse(value ?? {})
  return stored.success ? stored.data : recordingSettings.parse({})
}

/**
 *
 * Whether a console that is opened now is recorded: by the rule of the VM or server, else by that of the viewer's
 * roles.
 * @param tx the transaction of the ticket
 */
export async function isRecorded(
  tx: Pick<Work['tx'], 'host' | 'server' | 'setting'>,
  object: 'host' | 'server',
  id: number,
  roles: readonly Role[],
): Promise<boolean> {
  const of = { where: { id }, select: { record_console: true } }
  const thing = await (object === 'host' ? tx.host.findUnique(of) : tx.server.findUnique(of))
  if (typeof thing?.record_console === 'boolean') return thing.record_console
  const stored = recordingSettings.safeParse((await storedSetting(RECORDING_SETTING, tx)) ?? {})
  return stored.success && stored.data.roles.some((role) => roles.includes(role))
}
