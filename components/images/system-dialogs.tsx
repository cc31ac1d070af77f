'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { osFields } from '../../server/domain/os/fields.ts'
import type { Os } from '../../server/domain/os/schema.ts'
import { formValues } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { MultiPickerField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { useLoaders } from '../resource/vm-loaders.ts'
import type { SystemAsking } from './use-system-actions.tsx'

type SystemDialogProps = { os: Os; onClose: () => void }

/** What a command on systems asks before it is done. Loaded with the first of them. */
export default function SystemDialogs({ asked, onClose }: { asked: SystemAsking; onClose: () => void }) {
  return asked.command === 'edit' ? (
    <EditSystem os={asked.os} onClose={onClose} />
  ) : (
    <DeleteSystem os={asked.os} onClose={onClose} />
  )
}

const schema = z.object({
  ...formShape(osFields, 'edit'),
  clusters: z.array(z.object({ value: z.string(), label: z.string() })),
})

function EditSystem({ os, onClose }: SystemDialogProps) {
  const t = useTranslations('images')
  const { vm } = useTRPCClient()
  const { clusters } = useLoaders()
  const panel = usePanelForm({
    schema,
    defaultValues: {
      ...formValues(osFields, 'edit', os),
      clusters: os.clusters.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('systems.editTitle', { name: os.name })}
      submitLabel={t('save')}
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
        control={control}
        name="clusters"
        label={t('fields.clusters')}
        hint={t('systems.clustersHint')}
        load={clusters}
      />
      <OwnFields control={control} fields={osFields} words="images" body="edit" />
    </FormDialog>
  )
}

function DeleteSystem({ os, onClose }: SystemDialogProps) {
  const t = useTranslations('images.systems')
  const { vm } = useTRPCClient()
  return (
    <DeleteObject
      title={t('deleteTitle', { name: os.name })}
      lost={t('deleteLost', { repository: os.repository })}
      name={os.name}
      action={t('deleteAction')}
      run={() => vm.os.delete.mutate({ params: { os_id: os.id } })}
      onClose={onClose}
    />
  )
}
