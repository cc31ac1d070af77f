'use client'
import { useTranslations } from 'use-intl'
import type { Node } from '../../../server/domain/node/record.ts'
import { paths } from '../../paths.ts'
import { ObjectPath } from '../../resource/object-path.tsx'
import { usePlaceOfNode } from '../../resource/use-place-of-node.tsx'
import { ClusterIcon, NodeIcon, VmIcon } from '../../ui/display/icons.tsx'

/** What the node hangs together with: cluster, rack, server, itself and its VMs. */
export function NodePath({ node }: { node: Node }) {
  const t = useTranslations('nodes.page')
  const place = usePlaceOfNode(node.id)
  return (
    <ObjectPath
      label={t('path')}
      parts={[
        { text: node.cluster.name, icon: <ClusterIcon />, href: paths.cluster(node.cluster.id) },
        ...place,
        { text: node.name, icon: <NodeIcon />, current: true },
        { text: t('hostCount', { count: node.host_count }), icon: <VmIcon />, href: paths.node(node.id, 'hosts') },
      ]}
    />
  )
}
