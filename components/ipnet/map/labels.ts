import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Cell } from './cells.ts'

/** Description of a cell in a sentence; with its address where it is not visible otherwise. */
export function useCellLabels() {
  const t = useTranslations('addresses')
  return useCallback(
    (cell: Cell, withName = true): string => {
      const { used, reserved, kind } = cell
      const words =
        kind === 'broken' && used
          ? `${t(`used.states.${used.status}`)}${used.server || used.host ? `, ${(used.server ?? used.host)?.name}` : ''}`
          : used?.server
            ? t('map.ofServer', { name: used.server.name })
            : used?.host
              ? t('map.ofHost', { name: used.host.name })
              : used
                ? t('map.kinds.loose')
                : reserved
                  ? t(`map.reserved.${reserved}`)
                  : t(`map.kinds.${kind}`)
      return withName ? `${cell.name}: ${words}` : words
    },
    [t],
  )
}
