'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PasswordField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { saveText } from '../import/save-text.ts'

const schema = z.object({ passphrase: z.string().min(12).max(1000) })

/** Downloads the keys of a location, sealed by a passphrase that is kept elsewhere. */
export function RecoveryDialog({ location, onClose }: { location: BackupLocation; onClose: () => void }) {
  const t = useTranslations('backupLocations.recovery')
  const { vm } = useTRPCClient()
  const panel = usePanelForm({ schema, defaultValues: { passphrase: '' }, secret: ['passphrase'] })
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: location.name })}
      description={t('hint')}
      submitLabel={t('download')}
      onClose={onClose}
      onSubmit={async ({ passphrase }) => {
        const params = { location_id: location.id }
        const { file_name, content } = await vm.backupLocation.recovery.mutate({ params, body: { passphrase } })
        saveText(file_name, content, 'application/json')
      }}
    >
      <PasswordField
        control={panel.form.control}
        name="passphrase"
        label={t('passphrase')}
        hint={t('passphraseHint')}
        autoComplete="new-password"
        required
      />
    </FormDialog>
  )
}
