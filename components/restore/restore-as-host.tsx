'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { z } from 'zod'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { guestPassword, hostName } from '../../server/domain/host/schema.ts'
import { absentIfEmpty } from '../../server/domain/shared/fields.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, PasswordField, PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useRefusal } from '../i18n/use-refusal.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { gib } from '../ui/display/size.ts'
import { ExactTime } from '../ui/display/time.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { RestoreRoom } from './restore-room.tsx'

const LONGEST = 46
const schema = z.object({
  name: hostName,
  cluster: pickedShape.nullable(),
  node: pickedShape.nullable(),
  storage: pickedShape.nullable(),
  ipv4: z.string().trim(),
  password: absentIfEmpty(guestPassword),
  at_once: z.boolean(),
})

/** A VM made of a backup, beside the one that was backed up or when that is gone. */
export function RestoreAsHost({
  backup,
  together,
  onClose,
}: {
  backup: AnyBackup
  together: readonly AnyBackup[]
  onClose: () => void
}) {
  const t = useTranslations('restore.asHost')
  const format = useFormatter()
  const { isAdmin } = useMe()
  const { restore } = useTRPCClient().vm
  const loaders = useLoaders()
  const home = backup.cluster ? { value: String(backup.cluster.id), label: backup.cluster.name } : null
  const panel = usePanelForm({
    schema,
    defaultValues: {
      name: `${(backup.host_name ?? 'vm').slice(0, LONGEST)}-r1`,
      cluster: home,
      node: null,
      storage: null,
      ipv4: '',
      password: '',
      at_once: false,
    },
  })
  const { control } = panel.form
  const refusal = useRefusal()
  const alone = backup.content === 'archive'
  const mib = together.reduce((sum, one) => sum + one.estimated_size_mib, 0)
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: backup.host_name ?? backup.name })}
      description={t.rich('about', {
        at: () => <ExactTime at={backup.made_at ?? backup.date_create} />,
        count: together.length,
        size: format.number(gib(mib), { maximumFractionDigits: 1 }),
      })}
      submitLabel={t('action')}
      onClose={onClose}
      onSubmit={async ({ name, ipv4, password, at_once, ...chosen }) => {
        const cluster = pickedId(chosen.cluster)
        const node = pickedId(chosen.node)
        const storage = pickedId(chosen.storage)
        await restore.asHost.mutate({
          params: { backup_id: backup.id },
          body: {
            name,
            ...(cluster !== null && { cluster }),
            ...(node !== null && { node }),
            ...(storage !== null && { storage }),
            ...(ipv4 !== '' && { ip_addr: { name: ipv4 } }),
            ...(password && { password }),
            ...(at_once && { at_once }),
          },
        })
      }}
    >
      <TextField control={control} name="name" label={t('name')} mono />
      <FieldRow columns={2}>
        <PickerField control={control} name="cluster" label={t('cluster')} load={loaders.clusters.load} optional />
        {isAdmin ? (
          <PickerField control={control} name="node" label={t('node')} load={loaders.nodes.load} optional />
        ) : null}
      </FieldRow>
      {isAdmin ? (
        <PickerField
          control={control}
          name="storage"
          label={t('storage')}
          hint={t('storageHint')}
          load={loaders.storagesOf(pickedId(panel.form.watch('cluster'))).load}
          optional
        />
      ) : null}
      <TextField control={control} name="ipv4" label={t('ipv4')} hint={t('ipv4Hint')} mono optional />
      <PasswordField
        control={control}
        name="password"
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        optional
      />
      <CheckField
        control={control}
        name="at_once"
        hint={alone ? refusal('disk_export') : t('atOnceHint')}
        disabled={alone}
      >
        {t('atOnce')}
      </CheckField>
      <RestoreRoom together={together} storage={panel.form.watch('storage')} host />
    </FormDialog>
  )
}
