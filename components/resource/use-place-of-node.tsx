'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { RackIcon, ServerIcon } from '../ui/display/icons.tsx'
import type { PathPart } from './object-path.tsx'

/** The rack and the server that a node runs on, as far as they are known; administrators alone see where nodes stand. */
export function usePlaceOfNode(node: number | undefined): PathPart[] {
  const t = useTranslations('dc')
  const { isAdmin } = useMe()
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.dci.server.list.queryOptions(
      { query: { where: `node EQ ${node ?? 0}`, limit: '0,1' } },
      { enabled: isAdmin && node !== undefined },
    ),
  )
  const server = data?.list[0]
  if (!server) return []
  const { rack, unit, chassis } = server
  const at = { device: `server-${server.id}` }
  return [
    ...(rack
      ? [
          {
            text: unit === null ? rack.name : `${rack.name} ${t('unit', { unit })}`,
            icon: <RackIcon />,
            href: paths.rack(rack.id, at),
          },
        ]
      : []),
    ...(chassis ? [{ text: chassis.name, href: paths.chassis(chassis.id) }] : []),
    { text: server.name, icon: <ServerIcon />, href: paths.server(server.id) },
  ]
}
