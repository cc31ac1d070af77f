'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../class-names.ts'
import { Button } from '../controls/button.tsx'

export type LogLine = { id: number | string; time?: string; text: string; level?: 'info' | 'warn' | 'fault' }

const colours = { info: 'text-fg', warn: 'text-warn-fg', fault: 'text-fault-fg' }

/** Lines of a log, oldest first; only those in sight are in the page. Follows the end until a person scrolls up. */
export function LogView({
  lines,
  label,
  empty,
  className,
}: {
  lines: readonly LogLine[]
  label: string
  empty: ReactNode
  className?: string
}) {
  const t = useTranslations('ui')
  const box = useRef<HTMLDivElement>(null)
  const [follow, setFollow] = useState(true)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 18,
    overscan: 20,
    getItemKey: (at) => lines[at]?.id ?? at,
  })
  useEffect(() => {
    if (follow && lines.length > 0) rows.scrollToIndex(lines.length - 1, { align: 'end' })
  }, [follow, lines.length, rows])

  if (lines.length === 0) return <div className="px-3 py-2 text-12 text-fg-3">{empty}</div>
  return (
    <div className={cn('relative h-80', className)}>
      <div
        ref={box}
        role="log"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onScroll={(event) => {
          const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
          setFollow(scrollHeight - scrollTop - clientHeight < 24)
        }}
        className="mono size-full overflow-auto bg-inset py-1 leading-[18px] -outline-offset-2"
      >
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const line = lines[row.index]
            if (!line) return null
            return (
              <div
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                className="absolute inset-x-0 top-0 flex gap-3 px-3"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {line.time ? <span className="flex-none text-fg-3">{line.time}</span> : null}
                <span className={cn('min-w-0 break-all whitespace-pre-wrap', colours[line.level ?? 'info'])}>
                  {line.text}
                </span>
              </div>
            )
          })}
        </div>
      </div>
      {follow ? null : (
        <Button size="sm" className="absolute right-4 bottom-2" onClick={() => setFollow(true)}>
          {t('followEnd')}
        </Button>
      )}
    </div>
  )
}
