'use client'
import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Stethoscope from 'lucide-react/icons/stethoscope'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import type { MenuItem } from '../ui/floating/menu-entries.ts'
import { mayBegin } from './install/types.ts'
import { useWhyNoOperation } from './use-why-no-operation.ts'

const icons = { install: Download, rescue: LifeBuoy, diag: Stethoscope, clear_hdd: Eraser }

/** The operations that can be begun on a server; each leads to its page, where it is begun. */
export function useOperationEntries() {
  const t = useTranslations('installing.commands')
  const { isAdmin } = useMe()
  const why = useWhyNoOperation()
  return useCallback(
    (server: Server): MenuItem[] => {
      const off = why(server)
      const types = mayBegin(isAdmin)
      // What keeps one from beginning keeps all: it is said once.
      if (off) return [{ label: types.map((type) => t(type)).join(', '), icon: <Download />, ...off }]
      return types.map((type) => {
        const Icon = icons[type]
        return {
          label: t(type),
          icon: <Icon />,
          danger: type === 'clear_hdd',
          href: paths.serverInstall(server.id, type),
        }
      })
    },
    [t, why, isAdmin],
  )
}
