'use client'
import { useTranslations } from 'use-intl'
import { nodeFields } from '../../server/domain/node/fields.ts'
import type { Node } from '../../server/domain/node/record.ts'
import { toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { filterOf, filterText } from '../hosts/host-filter.ts'
import { HostFilterField, useFilterRule } from '../hosts/host-filter-field.tsx'
import { paths } from '../paths.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { RecordForm, useRecordForm } from '../resource/record-form.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import type { NodeAsking } from './use-node-actions.tsx'

type NodeDialogProps = { node: Node; onClose: () => void }

/** What a command asks before it is done. Loaded with the first of them. */
export default function NodeDialogs({ command, ...props }: NodeDialogProps & { command: NodeAsking }) {
  return command === 'edit' ? <EditNode {...props} /> : <DeleteNode {...props} />
}

/** Name, limits and whether VMs may be created there. A change that another user made meanwhile is not overwritten. */
function EditNode({ node, onClose }: NodeDialogProps) {
  const client = useTRPCClient()
  const { panel, own } = useRecordForm(nodeFields, 'nodes', 'edit', node, {
    shape: { host_filter: useFilterRule() },
    values: { host_filter: filterText(node.host_filter) },
  })
  return (
    <RecordForm
      words="nodes"
      record={node}
      panel={panel}
      onClose={onClose}
      onSubmit={(values) =>
        client.vm.node.edit.mutate({
          params: { node_id: node.id },
          body: {
            ...toEdit(nodeFields, values, node),
            host_filter: filterOf(values.host_filter, node.host_filter),
          },
          if_match: node.version,
        })
      }
    >
      <OwnField {...own} name="name" autoFocus />
      <FieldRow columns={3}>
        <OwnField {...own} name="host_limit" />
        <OwnField {...own} name="vcpu_limit" />
        <OwnField {...own} name="overselling" />
      </FieldRow>
      <HostFilterField control={own.control} name="host_filter" />
      <OwnFields {...own} body="edit" without={['name', 'host_limit', 'vcpu_limit', 'overselling']} />
    </RecordForm>
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
