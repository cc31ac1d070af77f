'use client'
import { useTranslations } from 'use-intl'
import { initials } from '../frame/initials.ts'
import { Tooltip } from '../ui/floating/tooltip.tsx'
import type { ConsoleWatcher } from './types.ts'

const SHOWN = 3

/** Other viewers of this console; nothing while there are none. */
export function Watchers({ watchers }: { watchers: readonly ConsoleWatcher[] }) {
  const t = useTranslations('console')
  const others = watchers.filter((one) => !one.self)
  if (others.length === 0) return null
  const names = [...new Set(others.map(({ name }) => name.split('@')[0] ?? name))]
  const shown = names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` +${names.length - SHOWN}` : '')
  const hasSelf = watchers.some((one) => one.self)
  const full = watchers.map((one) => `${one.name}${one.mode === 'view' ? ` (${t('viewOnly')})` : ''}`).join(', ')
  return (
    <Tooltip text={full}>
      <button type="button" className="flex min-w-0 items-center gap-1.5 rounded-xs text-12 text-fg-2">
        <span className="flex flex-none" aria-hidden="true">
          {watchers.slice(0, SHOWN).map((one) => (
            <span
              key={one.id}
              className="grid size-4.5 place-items-center rounded-full bg-press text-[8.5px] font-semibold tracking-[0.02em] ring-1 ring-bg not-first:-ml-1"
            >
              {initials(one.name)}
            </span>
          ))}
        </span>
        <span className="truncate">
          {hasSelf ? t('watching.withYou', { names: shown }) : t('watching.others', { names: shown })}
        </span>
      </button>
    </Tooltip>
  )
}
