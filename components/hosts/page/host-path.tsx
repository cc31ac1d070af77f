'use client'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { useMe } from '../../api/me.tsx'
import { paths } from '../../paths.ts'
import { ObjectPath, type PathPart } from '../../resource/object-path.tsx'
import { usePlaceOfNode } from '../../resource/use-place-of-node.tsx'
import { ClusterIcon, NodeIcon, UserIcon, VmIcon } from '../../ui/display/icons.tsx'
import { addressesOf } from '../host-sizes.ts'

/** What the VM hangs together with: cluster, rack, server, node, itself, address, owner. Links where the person may go. */
export function HostPath({ host }: { host: Host }) {
  const t = useTranslations('hosts')
  const { isAdmin } = useMe()
  const place = usePlaceOfNode(host.node?.id)
  const [address] = addressesOf(host)
  const admins = (href: string) => (isAdmin ? href : undefined)
  const { cluster, node, account } = host
  const parts: (PathPart | false | null)[] = [
    { text: cluster.name, icon: <ClusterIcon />, href: admins(paths.cluster(cluster.id)) },
    ...place,
    node && { text: node.name, icon: <NodeIcon />, href: admins(paths.node(node.id)) },
    { text: host.name, icon: <VmIcon />, current: true },
    address !== undefined && { text: address, mono: true },
    account && { text: account.email, icon: <UserIcon />, href: admins(paths.user(account.id)) },
  ]
  return <ObjectPath label={t('page.path')} parts={parts} />
}
