'use client'
import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { usePowerMenu } from '../power/use-power-menu.tsx'
import { ConsoleIcon, ServerIcon } from '../ui/display/icons.tsx'
import { PointMenu } from '../ui/floating/menu.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import type { Picked } from './diagram/ghost.ts'
import { pageOf } from './page/picked.ts'

export type MenuAt = { picked: Picked; name: string; x: number; y: number }

/** The menu of a drawn device: its page, and of a server its power, console and web page. Put it on the page once. */
export default function DeviceMenu({ at, onClose }: { at: MenuAt | null; onClose: () => void }) {
  const t = useTranslations('racks')
  const trpc = useTRPC()
  const power = usePowerMenu()
  const isServer = at?.picked.kind === 'server'
  const id = at?.picked.id ?? 0
  const server = useQuery(trpc.dci.server.get.queryOptions({ params: { server_id: id } }, { enabled: isServer }))
  const page = at && pageOf(at.picked)
  const ofServer = (): MenuEntry[] => {
    if (server.data) return [{ kind: 'line' }, ...wayIn(server.data), { kind: 'line' }, ...power.entries(server.data)]
    const label = server.error ? apiFault(server.error).msg : t('menu.loading')
    return [{ kind: 'line' }, { kind: 'heading', label }]
  }
  const wayIn = (one: Server): MenuEntry[] => {
    const off = one.ipmi ? {} : { disabledReason: t('menu.noController') }
    const opens = (href: string) => () => void window.open(href, '_blank', 'noopener')
    return [
      { label: t('menu.console'), icon: <ConsoleIcon />, ...off, onSelect: opens(paths.serverConsole(one.id)) },
      { label: t('menu.web'), icon: <ExternalLink />, ...off, onSelect: opens(paths.serverWeb(one.id)) },
    ]
  }
  const entries: MenuEntry[] = page ? [{ label: t('panel.openPage'), icon: <ServerIcon />, href: page }] : []
  return (
    <>
      <PointMenu
        at={at && page ? { x: at.x, y: at.y } : null}
        onClose={onClose}
        label={at?.name ?? ''}
        entries={isServer ? [...entries, ...ofServer()] : entries}
      />
      {power.dialogs}
    </>
  )
}
