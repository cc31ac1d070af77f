'use client'
import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../server/domain/host/record.ts'
import { useMay, useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import type { PaletteGroup, PaletteItem, PaletteSearch } from '../frame/palette-types.ts'
import { HealthMark } from '../health/health-state.tsx'
import { commandIcons } from '../hosts/command-icons.tsx'
import { hostCommands, isOffered, offered } from '../hosts/host-rules.ts'
import { HostState } from '../hosts/host-state.tsx'
import { useHostActions } from '../hosts/use-host-actions.tsx'
import { paths } from '../paths.ts'
import { ClusterIcon, NodeIcon, UserIcon, VmIcon } from '../ui/icons.tsx'
import { useDatacenterHits } from './datacenter-hits.ts'
import { pageCommands } from './page-commands.ts'

const FEW = '0,5'

/** What the palette finds: machines, nodes, clusters and people by name or address, and what may be done to the first. */
export function usePaletteHits(): { search: PaletteSearch; dialogs: ReactNode } {
  const t = useTranslations('shell')
  const { isAdmin } = useMe()
  const may = useMay()
  const client = useTRPCClient()
  const actions = useHostActions()
  const { dialogs, label, reason, run } = actions
  const datacenter = useDatacenterHits()

  const commandsOf = useCallback(
    (host: Host): PaletteItem[] =>
      hostCommands
        .filter((command) => offered(command, may) && isOffered(command, host))
        .map((command) => {
          const off = reason(command, host)
          return {
            id: `host ${host.id} ${command}`,
            icon: commandIcons[command],
            title: label(command, host),
            ...(off && { disabledReason: off }),
            ...(command === 'console' && !off
              ? { href: paths.host(host.id, 'console') }
              : { run: () => run(command, host) }),
          }
        }),
    [may, label, reason, run],
  )
  const search = useCallback<PaletteSearch>(
    async (query, signal) => {
      const asked = { query: { search: query, limit: FEW } }
      const none = { list: [], size: 0 }
      const [hosts, nodes, clusters, users, devices] = await Promise.all([
        client.vm.host.list.query(asked, { signal }),
        isAdmin ? client.vm.node.list.query(asked, { signal }) : none,
        isAdmin ? client.vm.cluster.list.query(asked, { signal }) : none,
        isAdmin ? client.auth.user.list.query(asked, { signal }) : none,
        datacenter(asked, signal),
      ])
      const objects: PaletteItem[] = [
        ...hosts.list.map((host) => ({
          id: `host ${host.id}`,
          icon: VmIcon,
          title: host.name,
          detail: t('palette.host', { system: host.os_name ?? '', address: host.ip_summary ?? '' }),
          aside: <HostState host={host} bare />,
          href: paths.host(host.id),
        })),
        ...devices.items,
        ...nodes.list.map((node) => ({
          id: `node ${node.id}`,
          icon: NodeIcon,
          title: node.name,
          detail: t('palette.node', { cluster: node.cluster.name, count: node.host_count }),
          aside: <HealthMark health={node.health} />,
          href: paths.node(node.id),
        })),
        ...clusters.list.map((cluster) => ({
          id: `cluster ${cluster.id}`,
          icon: ClusterIcon,
          title: cluster.name,
          detail: t('palette.cluster'),
          href: paths.cluster(cluster.id),
        })),
        ...users.list.map((user) => ({
          id: `user ${user.id}`,
          icon: UserIcon,
          title: user.email,
          detail: user.full_name || t('palette.user'),
          href: paths.users({ q: user.email }),
        })),
      ]
      const groups: PaletteGroup[] = []
      if (objects.length > 0) groups.push({ kind: 'objects', heading: t('palette.objects'), items: objects })
      const commands = pageCommands(query, may, (name) => t(`commands.${name}`))
      if (commands.length > 0) groups.push({ kind: 'actions', heading: t('palette.actions'), items: commands })
      const first: Host | undefined = hosts.list[0]
      if (first)
        groups.push({
          kind: 'actions',
          heading: t('palette.actionsOn', { name: first.name }),
          items: commandsOf(first),
        })
      return { groups, found: hosts.size + nodes.size + clusters.size + users.size + devices.size + commands.length }
    },
    [client, isAdmin, may, t, commandsOf, datacenter],
  )

  return { search, dialogs }
}
