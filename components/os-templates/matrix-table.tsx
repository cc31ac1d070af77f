'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { cn } from '../ui/class-names.ts'
import { ColumnHead } from './column-head.tsx'
import { PlaceCell } from './place-cell.tsx'
import { useTemplateLine } from './template-words.ts'
import type { PlaceActions } from './use-place-actions.tsx'

const NAMES = 212
const WIDTH = 180
/** Of a few locations; wider ones would part what belongs together. */
const WIDEST = 320

/** Rows under a heading, and what stands below them. */
export type MatrixGroup = { key: string; head: ReactNode; rows: readonly OsTemplate[]; foot?: ReactNode }

const line = 'border-b border-line'

/** Templates by locations. Of many locations only the columns in sight are in the page; the names stay while it scrolls. */
export function MatrixTable(props: {
  label: string
  locations: readonly Location[]
  groups: readonly MatrixGroup[]
  chosen: number | null
  onChoose: (template: OsTemplate) => void
  onUpdate: (location: Location) => void
  actions: PlaceActions
}) {
  const { label, locations, groups, chosen, onChoose, onUpdate, actions } = props
  const t = useTranslations('osTemplates')
  const words = useTemplateLine()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(WIDTH)
  const across = useVirtualizer({
    horizontal: true,
    count: locations.length,
    getScrollElement: () => box.current,
    estimateSize: () => width,
    overscan: 3,
    paddingStart: NAMES,
    scrollPaddingStart: NAMES,
  })
  const room = (across.scrollRect?.width ?? 0) - NAMES
  const wanted = Math.min(WIDEST, Math.max(WIDTH, Math.floor(room / locations.length)))
  useEffect(() => setWidth(wanted), [wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are kept until they are measured anew
  useEffect(() => across.measure(), [width])
  const shown = across.getVirtualItems()
  const before = (shown[0]?.start ?? NAMES) - NAMES
  const after = across.getTotalSize() - (shown.at(-1)?.end ?? NAMES)
  const all = shown.length + (before > 0 ? 3 : 2)
  // What is out of sight keeps its room, and its number in the order of columns.
  const gaps = (cells: ReactNode) => (
    <>
      {before > 0 ? <td aria-hidden="true" className={line} style={{ width: before }} /> : null}
      {cells}
      {/* Without columns out of sight it takes the room that is left. */}
      <td aria-hidden="true" className={line} {...(after > 0 && { style: { width: after } })} />
    </>
  )
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="min-h-0 flex-1 overflow-auto border-t border-line -outline-offset-2"
    >
      <table
        aria-label={label}
        aria-colcount={locations.length + 1}
        className="table-fixed border-separate border-spacing-0"
        style={{ width: `max(100%, ${across.getTotalSize()}px)` }}
      >
        <thead>
          <tr>
            <th
              scope="col"
              className={cn(
                line,
                'sticky top-0 left-0 z-20 h-10 border-r bg-bg pl-6 text-left text-12 font-medium text-fg-3',
              )}
              style={{ width: NAMES }}
            >
              {t('template')}
            </th>
            {gaps(
              shown.map(({ index }) => {
                const location = locations[index]
                return location ? (
                  <th
                    key={location.id}
                    scope="col"
                    aria-colindex={index + 2}
                    className={cn(
                      line,
                      'sticky top-0 z-10 border-r bg-bg px-3 py-1.5 text-left align-middle font-normal last:border-r-0',
                    )}
                    style={{ width }}
                  >
                    <ColumnHead location={location} onUpdate={() => onUpdate(location)} />
                  </th>
                ) : null
              }),
            )}
          </tr>
        </thead>
        {groups.map(({ key, head, rows, foot }) => (
          <tbody key={key}>
            <tr>
              <th scope="rowgroup" colSpan={all} className={cn(line, 'h-7 bg-subtle p-0 text-left')}>
                <span className="sticky left-0 inline-flex h-7 items-center gap-2 px-6 text-12 font-medium text-fg-2">
                  {head}
                </span>
              </th>
            </tr>
            {rows.map((template) => (
              <tr key={template.id} className="group/row">
                <th
                  scope="row"
                  className={cn(
                    line,
                    'sticky left-0 z-[5] h-12 max-w-0 border-r py-1 pr-2 pl-6 text-left font-normal',
                    chosen === template.id ? 'bg-accent-tint' : 'bg-bg group-hover/row:bg-hover',
                  )}
                >
                  <button
                    type="button"
                    aria-expanded={chosen === template.id}
                    onClick={() => onChoose(template)}
                    className="block max-w-full truncate rounded-xs font-medium hover:underline hover:underline-offset-2"
                  >
                    {template.name}
                  </button>
                  <span className="block truncate text-12 text-fg-3">{words(template)}</span>
                </th>
                {gaps(
                  shown.map(({ index }) => {
                    const location = locations[index]
                    return location ? (
                      <td
                        key={location.id}
                        aria-colindex={index + 2}
                        className={cn(
                          line,
                          'h-12 max-w-0 overflow-hidden border-r px-3 py-1 group-hover/row:bg-hover last:border-r-0',
                        )}
                      >
                        <PlaceCell template={template} site={location} actions={actions} />
                      </td>
                    ) : (
                      <Fragment key={index} />
                    )
                  }),
                )}
              </tr>
            ))}
            {foot ? (
              <tr>
                <td colSpan={all} className={cn(line, 'p-0')}>
                  <span className="sticky left-0 inline-flex px-6 py-1.5">{foot}</span>
                </td>
              </tr>
            ) : null}
          </tbody>
        ))}
      </table>
    </section>
  )
}
