'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { imageFields } from '../../server/domain/image/fields.ts'
import type { Image } from '../../server/domain/image/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, PickerField, SelectField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { neededShape, pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { typeahead, useLoaders } from '../resource/loaders.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import type { LoadOptions } from '../ui/controls/use-options.ts'
import type { AskedOfImage } from './use-image-actions.tsx'

/** Dialogs of the commands on images of VMs. */
export default function ImageDialogs({ asked, onClose }: DialogsProps<AskedOfImage>) {
  const { vm } = useTRPCClient()
  if (asked.command === 'create') return null
  const { record: image } = asked
  if (asked.command === 'copy') return <CopyImage image={image} onClose={onClose} />
  if (asked.command === 'move') return <MoveImage image={image} onClose={onClose} />
  if (asked.command === 'relocate') return <RelocateImage image={image} onClose={onClose} />
  return (
    <RecordDialogs
      asked={{ command: asked.command, record: image }}
      onClose={onClose}
      words="vmImages"
      form={() => <EditImage image={image} onClose={onClose} />}
      remove={({ id }) => ({
        page: paths.image(id),
        list: paths.images('vm'),
        run: () => vm.image.delete.mutate({ params: { image_id: id } }),
      })}
    />
  )
}

type Props = { image: Image; onClose: () => void }

function EditImage({ image, onClose }: Props) {
  const t = useTranslations('vmImages')
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const { accounts } = useLoaders()
  const owner =
    image.account_id === null ? null : { value: String(image.account_id), label: image.account ?? t('ofPanel') }
  const { panel, own } = useRecordForm(imageFields, 'vmImages', 'edit', image, {
    shape: { account: pickedShape.nullable(), for_all: z.boolean() },
    values: { account: owner, for_all: image.for_all },
  })
  return (
    <RecordForm
      words="vmImages"
      record={image}
      panel={panel}
      onClose={onClose}
      onSubmit={({ account, for_all, ...body }) =>
        vm.image.edit.mutate({
          params: { image_id: image.id },
          body: {
            ...body,
            ...(isAdmin && { for_all, ...(account && { account: Number(account.value) }) }),
          },
          if_match: image.version,
        })
      }
    >
      <OwnFields {...own} body="edit" />
      {isAdmin ? (
        <>
          <PickerField control={own.control} name="account" label={t('fields.account')} load={accounts.load} />
          <CheckField control={own.control} name="for_all">
            {t('forAllLong')}
          </CheckField>
        </>
      ) : null}
    </RecordForm>
  )
}

/** Nodes that do not have the image. */
function useOthers(image: Image): LoadOptions {
  const { vm } = useTRPCClient()
  const known = image.nodes.map(({ id }) => id).join(',')
  return typeahead(vm.node.list.query, { where: known ? `NOT (id IN (${known}))` : undefined })
}

function CopyImage({ image, onClose }: Props) {
  const t = useTranslations('vmImages')
  const { vm } = useTRPCClient()
  const load = useOthers(image)
  const panel = usePanelForm({
    schema: z.object({ node: neededShape(t('chooseNode')) }),
    defaultValues: { node: null },
  })
  return (
    <FormDialog
      panel={panel}
      title={t('copyTitle', { name: image.name })}
      description={t('copyHint')}
      submitLabel={t('copy')}
      onClose={onClose}
      onSubmit={({ node }) =>
        vm.image.copy.mutate({ params: { image_id: image.id }, body: { node: Number(node?.value) } })
      }
    >
      <PickerField control={panel.form.control} name="node" label={t('node')} load={load} required />
    </FormDialog>
  )
}

function MoveImage({ image, onClose }: Props) {
  const t = useTranslations('vmImages')
  const { vm } = useTRPCClient()
  const load = useOthers(image)
  const panel = usePanelForm({
    schema: z.object({ source: z.string(), destination: neededShape(t('chooseNode')) }),
    defaultValues: { source: String(image.nodes[0]?.id ?? ''), destination: null },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('moveTitle', { name: image.name })}
      description={t('moveHint')}
      submitLabel={t('move')}
      onClose={onClose}
      onSubmit={({ source, destination }) =>
        vm.image.move.mutate({
          params: { image_id: image.id },
          body: { source: Number(source), destination: Number(destination?.value) },
        })
      }
    >
      <SelectField
        control={control}
        name="source"
        label={t('source')}
        options={image.nodes.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <PickerField control={control} name="destination" label={t('destination')} load={load} required />
    </FormDialog>
  )
}

/** Storages in which images can be kept, and the folder of the cluster. */
function RelocateImage({ image, onClose }: Props) {
  const t = useTranslations('vmImages')
  const { vm } = useTRPCClient()
  const load = typeahead(vm.storage.list.query, { where: "type EQ 'file'" })
  const present = image.storage && { value: String(image.storage.id), label: image.storage.name }
  const panel = usePanelForm({
    schema: z.object({ storage: pickedShape.nullable() }),
    defaultValues: { storage: present },
  })
  return (
    <FormDialog
      panel={panel}
      title={t('relocateTitle', { name: image.name })}
      description={t('relocateHint')}
      submitLabel={t('relocate')}
      onClose={onClose}
      onSubmit={({ storage }) =>
        vm.image.relocate.mutate({
          params: { image_id: image.id },
          body: { destination: storage ? Number(storage.value) : null },
        })
      }
    >
      <PickerField
        control={panel.form.control}
        name="storage"
        label={t('fields.storage')}
        load={load}
        clearable
        placeholder={t('storageMain')}
      />
    </FormDialog>
  )
}
