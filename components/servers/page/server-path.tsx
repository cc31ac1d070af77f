'use client'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { paths } from '../../paths.ts'
import { ObjectPath } from '../../resource/object-path.tsx'
import { LocationIcon, NodeIcon, RackIcon, ServerIcon, VmIcon } from '../../ui/display/icons.tsx'

/** Where a server stands and what runs on it: location, rack, itself, its node and the VMs there. Links where the person may go. */
export function ServerPath({ server }: { server: Server }) {
  const t = useTranslations('dc')
  const { isAdmin } = useMe()
  const { location, rack, unit, chassis, slot, node } = server
  const admins = (href: string) => (isAdmin ? href : undefined)
  return (
    <ObjectPath
      label={t('path')}
      parts={[
        { text: location.name, icon: <LocationIcon />, href: admins(paths.location(location.id)) },
        rack && {
          text: unit === null ? rack.name : `${rack.name} ${t('unit', { unit })}`,
          icon: <RackIcon />,
          href: admins(paths.rack(rack.id, { device: `server-${server.id}` })),
        },
        chassis && {
          text: slot === null ? chassis.name : `${chassis.name} ${t('slot', { slot })}`,
          href: admins(paths.chassis(chassis.id)),
        },
        { text: server.name, icon: <ServerIcon />, current: true },
        isAdmin && !!node && { text: node.name, icon: <NodeIcon />, href: paths.node(node.id) },
        isAdmin && !!node && { text: t('hostsOfNode'), icon: <VmIcon />, href: paths.node(node.id, 'hosts') },
      ]}
    />
  )
}
