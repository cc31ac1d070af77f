'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Host } from '../../../server/domain/host/record.ts'
import { possibleCapabilities } from '../../../server/domain/node/capabilities.ts'
import { snapshotCreate } from '../../../server/domain/snapshot/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { CheckField, TextareaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'

const { name, description } = snapshotCreate.shape
const schema = z.object({ name, description, with_ram: z.boolean(), quiesce: z.boolean() })

/** Name and kind of a new snapshot; says what it does to a VM that runs. */
export function TakeSnapshot({ host, onClose }: { host: Host; onClose: () => void }) {
  const t = useTranslations('hosts.snapshots.take')
  const { snapshot } = useTRPCClient().vm
  const panel = usePanelForm({
    schema,
    defaultValues: { name: '', description: '', with_ram: false, quiesce: true },
  })
  const { control } = panel.form
  const runs = host.state === 'active'
  const hasMemory = possibleCapabilities(host.cluster.virtualization_type).includes('snapshot_ram')
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: host.name })}
      description={t(runs ? 'about' : 'aboutOff')}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={({ name, description, with_ram, quiesce }) =>
        snapshot.create.mutate({
          params: { host_id: host.id },
          body: { name, ...(description && { description }), with_ram, quiesce },
        })
      }
    >
      <TextField control={control} name="name" label={t('name')} autoComplete="off" required />
      <TextareaField control={control} name="description" label={t('description')} optional />
      {runs && hasMemory ? (
        <CheckField
          control={control}
          name="with_ram"
          disabled={!host.snapshot_ram}
          hint={t(host.snapshot_ram ? 'ramHint' : 'ramOff')}
        >
          {t('ram')}
        </CheckField>
      ) : null}
      {runs && hasMemory ? (
        <CheckField control={control} name="quiesce" disabled={panel.form.watch('with_ram')} hint={t('quiesceHint')}>
          {t('quiesce')}
        </CheckField>
      ) : null}
    </FormDialog>
  )
}
