'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { destinationTypes } from '../../server/domain/backup/states.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField, SelectField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { neededShape, pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useLoaders } from '../resource/loaders.ts'
import type { LoadOptions } from '../ui/controls/use-options.ts'

type Props = { backup: AnyBackup; onClose: () => void }

/** One more copy of a backup, on a node. */
export function CopyBackup({ backup, onClose }: Props) {
  const t = useTranslations('backups')
  const { vm } = useTRPCClient()
  const { nodes } = useLoaders()
  const panel = usePanelForm({
    schema: z.object({ node: neededShape(t('chooseNode')) }),
    defaultValues: { node: null },
  })
  return (
    <FormDialog
      panel={panel}
      title={t('copy.title', { name: backup.name })}
      description={t('copy.about')}
      submitLabel={t('copy.action')}
      onClose={onClose}
      onSubmit={({ node }) =>
        vm.backup.copy.mutate({ params: { backup_id: backup.id }, body: { node: Number(node?.value) } })
      }
    >
      <PickerField control={panel.form.control} name="node" label={t('fields.node')} load={nodes.load} required />
    </FormDialog>
  )
}

/** A backup that lies on a node goes to another one. */
export function MoveBackup({ backup, onClose }: Props) {
  const t = useTranslations('backups')
  const { vm } = useTRPCClient()
  const { nodes } = useLoaders()
  const lies = backup.copies.flatMap(({ node }) => (node ? [{ value: String(node.id), label: node.name }] : []))
  const panel = usePanelForm({
    schema: z.object({ source: z.string(), destination: neededShape(t('chooseNode')) }),
    defaultValues: { source: lies[0]?.value ?? '', destination: null },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('move.title', { name: backup.name })}
      description={t('move.about')}
      submitLabel={t('move.action')}
      onClose={onClose}
      onSubmit={({ source, destination }) =>
        vm.backup.move.mutate({
          params: { backup_id: backup.id },
          body: { source: Number(source), destination: Number(destination?.value) },
        })
      }
    >
      <SelectField control={control} name="source" label={t('move.source')} options={lies} />
      <PickerField control={control} name="destination" label={t('move.destination')} load={nodes.load} required />
    </FormDialog>
  )
}

/** Where a backup may go: administrators see all places, others those of the VM. */
function usePlaces(backup: AnyBackup): LoadOptions {
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const { backupLocations } = useLoaders()
  const { host } = backup
  const ofHost: LoadOptions = useCallback(
    async (search, signal) => {
      const { list } = await vm.backup.places.query({ params: { host_id: host ?? 0 } }, { signal })
      const found = list.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      return { list: found.map(({ id, name }) => ({ value: String(id), label: name })), size: found.length }
    },
    [vm, host],
  )
  return isAdmin ? backupLocations.load : ofHost
}

/** The copy of a backup that was written first goes to a backup location, or to a node. */
export function RelocateBackup({ backup, onClose }: Props) {
  const t = useTranslations('backups')
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const { nodes } = useLoaders()
  const places = usePlaces(backup)
  const schema = z
    .object({
      destination_type: z.enum(destinationTypes),
      location: pickedShape.nullable(),
      node: pickedShape.nullable(),
    })
    .superRefine((values, context) => {
      const path = values.destination_type === 'node' ? 'node' : 'location'
      if (!values[path]) context.addIssue({ code: 'custom', path: [path], message: t('choosePlace') })
    })
  const panel = usePanelForm({ schema, defaultValues: { destination_type: 'ssh', location: null, node: null } })
  const { control, watch } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('relocate.title', { name: backup.name })}
      description={t('relocate.about')}
      submitLabel={t('relocate.action')}
      onClose={onClose}
      onSubmit={({ destination_type, location, node }) => {
        const destination = Number((destination_type === 'node' ? node : location)?.value)
        return vm.backup.relocate.mutate({ params: { backup_id: backup.id }, body: { destination_type, destination } })
      }}
    >
      {isAdmin ? (
        <SelectField
          control={control}
          name="destination_type"
          label={t('relocate.type')}
          options={destinationTypes.map((value) => ({ value, label: t(`relocate.types.${value}`) }))}
        />
      ) : null}
      {watch('destination_type') === 'node' ? (
        <PickerField control={control} name="node" label={t('relocate.types.node')} load={nodes.load} required />
      ) : (
        <PickerField control={control} name="location" label={t('relocate.types.ssh')} load={places} required />
      )}
    </FormDialog>
  )
}
