'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Node } from '../../server/domain/node/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { CheckField, NumberField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { filterOf, filterText } from '../hosts/host-filter.ts'
import { HostFilterField, useFilterRule } from '../hosts/host-filter-field.tsx'
import { paths } from '../paths.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import type { NodeAsking } from './use-node-actions.tsx'

type NodeDialogProps = { node: Node; onClose: () => void }

/** What a command asks before it is done. Loaded with the first of them. */
export default function NodeDialogs({ command, ...props }: NodeDialogProps & { command: NodeAsking }) {
  return command === 'edit' ? <EditNode {...props} /> : <DeleteNode {...props} />
}

const limit = z.int().min(-1).max(100_000).nullable()
const rules = {
  name: z.string().trim().min(2).max(255),
  comment: z.string().max(2000),
  overselling: z.number().min(0.5).max(5),
  host_limit: limit,
  vcpu_limit: limit,
  host_creation_blocked: z.boolean(),
}

const unlimited = (value: number) => (value < 0 ? null : value)

/** Name, limits and whether machines may be made there. A change somebody else made meanwhile is not overwritten. */
function EditNode({ node, onClose }: NodeDialogProps) {
  const t = useTranslations('nodes')
  const client = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({ ...rules, host_filter: useFilterRule() }),
    defaultValues: {
      name: node.name,
      comment: node.comment ?? '',
      overselling: node.overselling,
      host_limit: unlimited(node.host_limit),
      vcpu_limit: unlimited(node.vcpu_limit),
      host_creation_blocked: node.host_creation_blocked,
      host_filter: filterText(node.host_filter),
    },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('edit.title', { name: node.name })}
      submitLabel={t('edit.save')}
      onClose={onClose}
      onSubmit={({ host_limit, vcpu_limit, host_filter, ...rest }) =>
        client.vm.node.edit.mutate({
          params: { node_id: node.id },
          body: {
            ...rest,
            host_limit: host_limit ?? -1,
            vcpu_limit: vcpu_limit ?? -1,
            host_filter: filterOf(host_filter, node.host_filter),
          },
          if_match: node.version,
        })
      }
    >
      <TextField control={control} name="name" label={t('fields.name')} autoFocus required />
      <FieldRow columns={3}>
        <NumberField control={control} name="host_limit" label={t('fields.host_limit')} placeholder={t('noLimit')} />
        <NumberField control={control} name="vcpu_limit" label={t('fields.vcpu_limit')} placeholder={t('noLimit')} />
        <NumberField control={control} name="overselling" label={t('fields.overselling')} step={0.1} required />
      </FieldRow>
      <HostFilterField control={control} name="host_filter" />
      <TextareaField control={control} name="comment" label={t('fields.comment')} />
      <CheckField control={control} name="host_creation_blocked" hint={t('edit.blockHint')}>
        {t('commands.block')}
      </CheckField>
    </FormDialog>
  )
}

function DeleteNode({ node, onClose }: NodeDialogProps) {
  const t = useTranslations('nodes')
  const { vm } = useTRPCClient()
  return (
    <DeleteObject
      title={t('delete.title', { name: node.name })}
      lost={t('delete.lost', { cluster: node.cluster.name })}
      name={node.name}
      action={t('delete.action')}
      page={paths.node(node.id)}
      list={paths.nodes()}
      run={() => vm.node.delete.mutate({ params: { node_id: node.id } })}
      onClose={onClose}
    />
  )
}
