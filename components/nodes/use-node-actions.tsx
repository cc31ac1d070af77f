'use client'
import Ban from 'lucide-react/icons/ban'
import Pencil from 'lucide-react/icons/pencil'
import { useRouter } from 'next/navigation'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Node } from '../../server/domain/node/record.ts'
import { type NodeAction, whyNotNode } from '../../server/domain/node/rules.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { paths } from '../paths.ts'
import { DeleteIcon, RestartIcon, VmIcon } from '../ui/display/icons.tsx'
import type { DisabledReason } from '../ui/display/reason.tsx'
import { TextLink } from '../ui/display/text.tsx'
import type { MenuEntry, MenuItem } from '../ui/floating/menu-entries.ts'

const NodeDialogs = lazy(() => import('./node-dialogs.tsx'))

export type NodeCommand = NodeAction
export type NodeAsking = 'edit' | 'delete'

const icons = { createHost: VmIcon, attach: RestartIcon, edit: Pencil, block: Ban, delete: DeleteIcon }
const order: readonly (NodeCommand | 'impact' | null)[] = [
  'createHost',
  'impact',
  null,
  'attach',
  'edit',
  'block',
  null,
  'delete',
]

/** The one definition of what can be done to a node. Put `dialogs` on the page once. */
export function useNodeActions() {
  const t = useTranslations('nodes')
  const impact = useImpactEntry()
  const router = useRouter()
  const client = useTRPCClient()
  const { ask, dialogs } = useAsking<{ command: NodeAsking; node: Node }>((asked, close) => (
    <NodeDialogs {...asked} onClose={close} />
  ))

  const label = useCallback(
    (command: NodeCommand, node: Node) =>
      t(`commands.${command === 'block' && node.host_creation_blocked ? 'unblock' : command}`),
    [t],
  )
  /** The sentence why a command is off, or undefined. */
  const reason = useCallback(
    (command: NodeCommand, node: Node): string | undefined => {
      const why = whyNotNode(command, node)
      if (why === 'state') return t(`refusals.${command}`)
      return why && t(`refusals.${why}`, { count: node.host_count })
    },
    [t],
  )
  const machines = useCallback((node: Node) => paths.node(node.id, 'hosts'), [])
  /** The same with the way to mend it, for a button. */
  const disabled = (command: NodeCommand, node: Node): DisabledReason | undefined => {
    const text = reason(command, node)
    if (!text) return undefined
    if (command === 'delete' && node.host_count > 0)
      return { text, fix: <TextLink href={machines(node)}>{t('showMachines')}</TextLink> }
    return { text }
  }
  const run = useCallback(
    (command: NodeCommand, node: Node) => {
      switch (command) {
        case 'createHost':
          router.push(paths.newHost({ node: node.id }))
          return
        case 'attach':
          router.push(paths.newNode({ again: node.id }))
          return
        case 'block':
          client.vm.node.edit
            .mutate({ params: { node_id: node.id }, body: { host_creation_blocked: !node.host_creation_blocked } })
            .catch(faultToast(t('notDone', { command: label(command, node), name: node.name })))
          return
        default:
          ask({ command, node })
      }
    },
    [ask, client, label, router, t],
  )
  const entries = useCallback(
    (node: Node): MenuEntry[] =>
      order.map((command): MenuEntry => {
        if (command === null) return { kind: 'line' }
        if (command === 'impact') return impact('node', node.id)
        const off = reason(command, node)
        const Icon = icons[command]
        const item: MenuItem = {
          label: label(command, node),
          icon: <Icon />,
          ...(command === 'delete' && { danger: true }),
          disabledReason: off,
          ...(off &&
            command === 'delete' &&
            node.host_count > 0 && { fix: { label: t('showMachines'), href: machines(node) } }),
          onSelect: () => run(command, node),
        }
        return item
      }),
    [impact, label, machines, reason, run, t],
  )
  return { entries, reason, disabled, label, run, dialogs }
}

export type NodeActions = ReturnType<typeof useNodeActions>
