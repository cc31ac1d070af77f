'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { isWhole } from '../clusters/cluster-record.ts'
import { useClusterActions } from '../clusters/use-cluster-actions.tsx'
import { HealthMark } from '../health/health-state.tsx'
import { HostState } from '../hosts/host-state.tsx'
import { useHostActions } from '../hosts/use-host-actions.tsx'
import { useIpActions } from '../ip/use-ip-actions.tsx'
import { useIpnetActions } from '../ipnet/use-ipnet-actions.tsx'
import { useIppoolActions } from '../ippool/use-ippool-actions.tsx'
import { useNodeActions } from '../nodes/use-node-actions.tsx'
import { paths } from '../paths.ts'
import { AddressIcon, ClusterIcon, ImageIcon, InventoryIcon, NodeIcon, UserIcon, VmIcon } from '../ui/display/icons.tsx'
import { useUserActions } from '../users/use-user-actions.tsx'
import { byIds, knownBy, type ObjectKind } from './object-kind.ts'

type Kinds = Record<'host' | 'node' | 'cluster' | 'image' | 'network' | 'pool' | 'ip' | 'spare' | 'user', ObjectKind>

/** VMs, addresses, accounts and all else that the palette finds, with the actions of their menus. */
export function useOtherKinds() {
  const t = useTranslations('shell.palette')
  const { vm, dci, auth } = useTRPCClient()
  const hosts = useHostActions()
  const nodes = useNodeActions()
  const clusters = useClusterActions()
  const networks = useIpnetActions()
  const pools = useIppoolActions()
  const addresses = useIpActions()
  const users = useUserActions()
  const actions = {
    host: hosts.entries,
    node: nodes.entries,
    cluster: clusters.entries,
    network: networks.entries,
    pool: pools.entries,
    ip: addresses.entries,
    user: users.entries,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions themselves, not the object around them
  const kinds = useMemo(
    (): Kinds => ({
      host: {
        icon: VmIcon,
        href: ({ id }) => paths.host(id),
        detail: ({ facts: [system, address] }) => t('host', { system: system ?? '', address: address ?? '' }),
        read: async (found, signal) =>
          knownBy((await vm.host.list.query(byIds(found), { signal })).list, (host) => ({
            aside: <HostState host={host} bare />,
            entries: actions.host(host),
          })),
      },
      node: {
        icon: NodeIcon,
        href: ({ id }) => paths.node(id),
        detail: ({ facts: [cluster] }) => cluster ?? '',
        read: async (found, signal) =>
          knownBy((await vm.node.list.query(byIds(found), { signal })).list, (node) => ({
            detail: t('node', { cluster: node.cluster.name, count: node.host_count }),
            aside: <HealthMark health={node.health} />,
            entries: actions.node(node),
          })),
      },
      cluster: {
        icon: ClusterIcon,
        href: ({ id }) => paths.cluster(id),
        detail: () => t('cluster'),
        read: async (found, signal) =>
          knownBy((await vm.cluster.list.query(byIds(found), { signal })).list.filter(isWhole), (one) => ({
            entries: actions.cluster(one),
          })),
      },
      image: {
        icon: ImageIcon,
        href: () => paths.images(),
        detail: () => t('image'),
      },
      network: {
        icon: AddressIcon,
        href: ({ id }) => paths.network(id),
        detail: ({ facts: [vlan] }) => (vlan ? t('networkOf', { vlan }) : t('network')),
        read: async (found, signal) =>
          knownBy((await dci.ipmgr.ipnet.list.query(byIds(found), { signal })).list, (one) => ({
            entries: actions.network(one),
          })),
      },
      pool: {
        icon: AddressIcon,
        href: ({ id }) => paths.pool(id),
        detail: () => t('pool'),
        read: async (found, signal) =>
          knownBy((await vm.ippool.list.query(byIds(found), { signal })).list, (one) => ({
            entries: actions.pool(one),
          })),
      },
      ip: {
        icon: AddressIcon,
        href: ({ name }) => paths.usedAddresses({ q: name }),
        detail: ({ facts: [server, host] }) => (server || host ? t('ipOf', { name: server || host || '' }) : t('ip')),
        read: async (found, signal) =>
          knownBy((await vm.ip.list.query(byIds(found), { signal })).list, (one) => ({ entries: actions.ip(one) })),
      },
      spare: {
        icon: InventoryIcon,
        href: () => paths.warehouse(),
        detail: ({ facts }) => facts.filter(Boolean).join(', ') || t('spare'),
      },
      user: {
        icon: UserIcon,
        href: ({ id }) => paths.user(id),
        detail: ({ facts: [name] }) => name || t('user'),
        read: async (found, signal) =>
          knownBy((await auth.user.list.query(byIds(found), { signal })).list, (one) => ({
            entries: actions.user(one),
          })),
      },
    }),
    [vm, dci, auth, t, ...Object.values(actions)],
  )
  const dialogs = [hosts, nodes, clusters, networks, pools, addresses, users].map((one) => one.dialogs)
  const asks = { cluster: clusters.ask, network: networks.ask, pool: pools.ask, user: users.ask }
  return { kinds, dialogs, asks }
}
