'use client'
import { toCreate } from '../../server/domain/shared/field.ts'
import { tagFields } from '../../server/domain/tag/fields.ts'
import type { Tag } from '../../server/domain/tag/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'

/** Dialogs of the commands on tags. */
export default function TagDialogs(props: DialogsProps<Asking<Tag>>) {
  const { vm } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="tags"
      form={(form) => <TagForm {...form} />}
      remove={({ id }) => ({
        page: paths.storageTags(),
        list: paths.storageTags(),
        run: () => vm.tag.delete.mutate({ params: { tag_id: id } }),
      })}
    />
  )
}

/** A tag is made and deleted; its name stays. */
function TagForm({ onClose }: FormProps<Tag>) {
  const { vm } = useTRPCClient()
  const { panel, own } = useRecordForm(tagFields, 'tags', 'edit', undefined)
  return (
    <RecordForm
      words="tags"
      record={undefined}
      panel={panel}
      onClose={onClose}
      onSubmit={(values) => vm.tag.create.mutate({ body: toCreate(tagFields, values) })}
    >
      <OwnFields {...own} body="create" autoFocus />
    </RecordForm>
  )
}
