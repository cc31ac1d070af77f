'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { NumberField, PickerField, TextField } from '../form/fields.tsx'
import { neededShape, pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { type FormProps, RecordForm } from '../resource/record-form.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { gib } from '../ui/display/size.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import DeleteDisk from './delete-disk.tsx'
import MoveDisk from './move-disk.tsx'
import RestoreImage from './restore-image.tsx'
import type { DiskListAsking } from './use-disk-list-actions.tsx'

/** Dialogs of the commands on disks without a VM. */
export default function DiskListDialogs({ asked, onClose }: DialogsProps<DiskListAsking>) {
  const { vm } = useTRPCClient()
  const t = useTranslations('disks')
  if (asked.command === 'move') return <MoveDisk disk={asked.record} runs={null} onClose={onClose} />
  if (asked.command === 'delete') return <DeleteDisk disk={asked.record} onClose={onClose} />
  if (asked.command === 'image') return <RestoreImage disk={asked.record} onClose={onClose} />
  if (asked.command === 'forget')
    return (
      <DeleteObject
        name={asked.record.name}
        lost={t('forgetLost')}
        action={t('forget')}
        onClose={onClose}
        run={() => vm.disk.delete.mutate({ params: { disk_id: asked.record.id }, query: { force: 'true' } })}
      />
    )
  return asked.command === 'create' ? (
    <DiskForm onClose={onClose} />
  ) : (
    <DiskForm record={asked.record} onClose={onClose} />
  )
}

/** A disk without a VM: a new one, or the name, owner and size of one that there is. */
export function DiskForm({ record, onClose }: FormProps<Disk>) {
  const t = useTranslations('disks')
  const units = useTranslations('ui.units')
  const { isAdmin } = useMe()
  const { vm } = useTRPCClient()
  const loaders = useLoaders()
  const least = record?.size_mib ?? 1
  const owner = record?.account ? { value: String(record.account.id), label: record.account.email } : null
  const panel = usePanelForm({
    schema: z.object({
      name: z
        .string()
        .trim()
        .min(record ? 1 : 0)
        .max(255),
      size_mib: z.int().min(least, t('larger')),
      account: record ? neededShape(t('chooseOwner')) : pickedShape.nullable(),
      node: pickedShape.nullable(),
      storage: pickedShape.nullable(),
      expand_part: z.string().trim().max(255),
    }),
    defaultValues: {
      name: record?.name ?? '',
      size_mib: record?.size_mib ?? 20 * 1024,
      account: owner,
      node: null,
      storage: null,
      expand_part: record?.expand_part ?? '',
    },
  })
  const { control } = panel.form
  return (
    <RecordForm
      words="disks"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ name, size_mib, expand_part, ...chosen }) => {
        const account = pickedId(chosen.account)
        const node = pickedId(chosen.node)
        const storage = pickedId(chosen.storage)
        const body = {
          ...(name !== '' && { name }),
          ...(expand_part !== (record?.expand_part ?? '') && { expand_part }),
          ...(account !== null && account !== record?.account?.id && { account }),
        }
        if (record)
          await vm.disk.edit.mutate({
            params: { disk_id: record.id },
            body: { ...body, ...(size_mib !== record.size_mib && { size_mib }) },
          })
        else
          await vm.disk.create.mutate({
            body: { ...body, size_mib, ...(node !== null && { node }), ...(storage !== null && { storage }) },
          })
      }}
    >
      <FieldRow columns={2}>
        <TextField control={control} name="name" label={t('fields.name')} optional={!record} autoComplete="off" />
        <NumberField
          control={control}
          name="size_mib"
          label={t('fields.size')}
          factor={1024}
          min={gib(least)}
          unit={units('GiB')}
          required
        />
      </FieldRow>
      <TextField control={control} name="expand_part" label={t('part')} hint={t('partHint')} mono optional />
      {isAdmin ? (
        <FieldRow columns={2}>
          <PickerField
            control={control}
            name="account"
            label={t('fields.account')}
            load={loaders.accounts.load}
            optional
          />
          {record ? null : (
            <PickerField
              control={control}
              name="node"
              label={t('fields.node')}
              hint={t('nodeHint')}
              load={loaders.nodes.load}
              optional
            />
          )}
        </FieldRow>
      ) : null}
      {isAdmin && !record ? (
        <PickerField
          control={control}
          name="storage"
          label={t('fields.storage')}
          hint={t('storageHint')}
          load={loaders.storagesOf(null).load}
          optional
        />
      ) : null}
    </RecordForm>
  )
}
