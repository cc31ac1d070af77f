'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { osFields } from '../../server/domain/os/fields.ts'
import type { Os } from '../../server/domain/os/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { MultiPickerField } from '../form/fields.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { useLoaders } from '../resource/vm-loaders.ts'
import { SystemNodes } from './system-nodes.tsx'
import type { AskedOfSystem } from './use-system-actions.tsx'

const shape = { clusters: z.array(pickedShape) }

/** Dialogs of the commands on systems. They are created by reading repositories. */
export default function SystemDialogs({ asked, onClose }: DialogsProps<AskedOfSystem>) {
  const t = useTranslations('images.systems')
  const { vm } = useTRPCClient()
  if (asked.command === 'nodes') return <SystemNodes os={asked.record} onClose={onClose} />
  return (
    <RecordDialogs
      asked={asked}
      onClose={onClose}
      words="images.systems"
      form={({ record, onClose }) => record && <SystemForm os={record} onClose={onClose} />}
      remove={({ id, repository }) => ({
        lost: t('lost', { repository }),
        run: () => vm.os.delete.mutate({ params: { os_id: id } }),
      })}
    />
  )
}

function SystemForm({ os, onClose }: { os: Os; onClose: () => void }) {
  const t = useTranslations('images')
  const { vm } = useTRPCClient()
  const { clusters } = useLoaders()
  const values = { clusters: os.clusters.map(optionOf) }
  const { panel, own } = useRecordForm(osFields, 'images', 'edit', os, { shape, values })
  return (
    <RecordForm
      words="images.systems"
      record={os}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ clusters: chosen, ...rest }) => {
        await vm.os.edit.mutate({
          params: { os_id: os.id },
          body: { ...rest, clusters: chosen.map((one) => Number(one.value)) },
          if_match: os.version,
        })
      }}
    >
      <MultiPickerField
        control={own.control}
        name="clusters"
        label={t('fields.clusters')}
        hint={t('systems.clustersHint')}
        load={clusters}
      />
      <OwnFields {...own} body="edit" />
    </RecordForm>
  )
}
