'use client'
import {
  lazy,
  type MouseEvent,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import type { FloorRack } from '../../../server/domain/rack/diagram.ts'
import type { Side } from '../diagram/geometry.ts'
import { deviceAt, type FloorView, floorRows, floorScale, rowLetter } from './draw.ts'
import { FloorCard } from './floor-card.tsx'
import type { FilterState } from './floor-filters.tsx'
import type { FloorMenuAt } from './floor-menu.tsx'
import { FloorPatterns, FloorRackPicture } from './floor-rack.tsx'
import { type Look, type Overlay, rackMatches } from './overlay.ts'

const FloorMenu = lazy(() => import('./floor-menu.tsx'))

const CARD = { width: 292, gap: 10 }
const WAIT_MS = 120

type FloorRowsProps = {
  racks: readonly FloorRack[]
  overlay: Overlay
  seen: Side
  search: string
  filter: FilterState
  owners: ReadonlyMap<string, { look: Look; count: number }>
}

/** All racks side by side to one scale, in the rows of the floor plan. */
export function FloorRows({ racks, overlay, seen, search, filter, owners }: FloorRowsProps) {
  const t = useTranslations('racks')
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [pointed, setPointed] = useState<{ rack: FloorRack; left: number; top: number } | null>(null)
  const view = useMemo(
    (): FloorView => ({ overlay, seen, search, hidden: filter.hidden, owners }),
    [overlay, seen, search, filter.hidden, owners],
  )
  const rows = useMemo(() => floorRows(racks), [racks])
  const longest = Math.max(0, ...rows.map((row) => row.racks.length))
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const width = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      setScale(floorScale(width, longest))
    }
    measure()
    const size = new ResizeObserver(measure)
    size.observe(element)
    return () => size.disconnect()
  }, [longest])
  useEffect(() => () => clearTimeout(timer.current), [])
  const point = useCallback((rack: FloorRack | null, element: HTMLElement | null) => {
    clearTimeout(timer.current)
    if (!rack || !element || !box.current) {
      timer.current = setTimeout(() => setPointed(null), WAIT_MS / 2)
      return
    }
    const around = box.current.getBoundingClientRect()
    const own = element.getBoundingClientRect()
    const right = own.right - around.left + CARD.gap
    const left = right + CARD.width > around.width ? own.left - around.left - CARD.width - CARD.gap : right
    timer.current = setTimeout(
      () => setPointed({ rack, left: Math.max(4, left), top: own.top - around.top + 20 }),
      WAIT_MS,
    )
  }, [])
  const [menu, setMenu] = useState<{ at: FloorMenuAt | null } | null>(null)
  const openMenu = useCallback(
    (event: MouseEvent<HTMLElement>, rack: FloorRack) => {
      const picture = event.currentTarget.querySelector('svg')?.getBoundingClientRect()
      if (!picture) return
      const at = { x: event.clientX, y: event.clientY }
      // The menu key points at nothing.
      const isKey = event.button !== 2 && !event.ctrlKey && (event.nativeEvent as PointerEvent).pointerType !== 'touch'
      const device = isKey ? null : deviceAt(rack, seen, (at.x - picture.left) / scale, (at.y - picture.top) / scale)
      if (device?.kind === 'reserved' || (!isKey && !device)) return
      event.preventDefault()
      point(null, null)
      setMenu({ at: { ...at, rack, device } })
    },
    [seen, scale, point],
  )
  return (
    <div ref={box} className="relative px-6 pt-2.5 pb-4 phone:px-4" data-floor>
      <FloorPatterns />
      {rows.map(({ row, racks: inRow }) => (
        <section key={row} aria-label={t('hall.row', { letter: rowLetter(row) })} className="mb-3">
          <h2 className="mb-1.5 font-semibold">{t('hall.row', { letter: rowLetter(row) })}</h2>
          <div className="flex flex-wrap items-end gap-x-9 gap-y-3">
            {inRow.map((rack) => (
              <FloorRackPicture
                key={rack.id}
                rack={rack}
                view={view}
                scale={scale}
                dimmed={!rackMatches(rack, { ...filter, search })}
                onPoint={point}
                onMenu={openMenu}
              />
            ))}
          </div>
        </section>
      ))}
      {menu ? (
        <Suspense>
          <FloorMenu at={menu.at} onClose={() => setMenu({ at: null })} />
        </Suspense>
      ) : null}
      {pointed ? <FloorCard rack={pointed.rack} view={view} at={{ left: pointed.left, top: pointed.top }} /> : null}
    </div>
  )
}
