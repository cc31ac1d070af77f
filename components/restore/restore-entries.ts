'use client'
import { useTranslations } from 'use-intl'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { useRefusal } from '../i18n/use-refusal.ts'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import type { RestoreQuestion } from './restore-dialogs.tsx'

/**
 * What can be restored from a backup, for its menu.
 * @param stands why the VM cannot be restored in place now; undefined when it can
 */
export function useRestoreEntries(
  host: Host | null,
  stands: string | undefined,
  ask: (asked: RestoreQuestion) => void,
) {
  const t = useTranslations('restore')
  const refusal = useRefusal()
  return (backup: AnyBackup): MenuEntry[] => {
    const whole = backup.state === 'active' ? undefined : t('notWhole')
    const alone = backup.content === 'archive' ? refusal('disk_export') : undefined
    const why = {
      host: whole ?? (host ? stands : t('noHost')),
      disk: whole ?? alone ?? (backup.disk ? stands : t('noDisk')),
      asHost: whole,
      asDisk: whole ?? alone,
    }
    return (['host', 'disk', 'asHost', 'asDisk'] as const).map((what) => ({
      label: t(`menu.${what}`),
      ...(why[what] !== undefined && { disabledReason: why[what] }),
      onSelect: () => ask({ what, backup }),
    }))
  }
}
