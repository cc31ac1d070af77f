'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import type { Health } from '../../../server/domain/rack/health.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { NumberInput } from '../../ui/controls/number-input.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { healthKind } from '../labels.ts'
import type { countsOf } from './overlay.ts'

const problems = ['fault', 'warning', 'in_progress'] as const
const kinds = ['server', 'switch', 'chassis', 'pdu', 'reserved'] as const

export type FilterState = { problems: readonly Health[]; hidden: readonly string[]; room: number | null }
type FloorFiltersProps = {
  counts: ReturnType<typeof countsOf>
  value: FilterState
  onChange: (next: Partial<FilterState>) => void
  location: ReactNode
}

/** What is dimmed and what stays; nothing is removed from the floor plan, so that it stays to scale. */
export function FloorFilters({ counts, value, onChange, location }: FloorFiltersProps) {
  const t = useTranslations('racks')
  const touched = value.problems.length > 0 || value.hidden.length > 0 || value.room !== null
  return (
    <aside
      aria-label={t('hall.filter')}
      className="w-53 flex-none border-r border-line py-3 pr-3 pl-6 text-12 @max-[880px]:w-full @max-[880px]:border-r-0 @max-[880px]:border-b phone:px-4 print:hidden"
    >
      {location}
      <div className="phone:hidden @max-[880px]:flex @max-[880px]:flex-wrap @max-[880px]:gap-x-8">
        <Group title={t('hall.problems')}>
          {problems.map((health) => (
            <Line key={health} count={counts.health.get(health) ?? 0}>
              <Checkbox
                checked={value.problems.includes(health)}
                onChange={() => onChange({ problems: toggled(value.problems, health) })}
              >
                <span className="flex items-center gap-1.5">
                  <StateMark kind={healthKind[health]} />
                  {t(`health.${health}`)}
                </span>
              </Checkbox>
            </Line>
          ))}
        </Group>
        <Group title={t('hall.room')}>
          <NumberInput
            size="sm"
            aria-label={t('hall.room')}
            value={value.room}
            onValueChange={(room) =>
              onChange({ room: room !== null && room >= 1 && room <= 99 ? Math.round(room) : null })
            }
            min={1}
            max={99}
            placeholder={t('hall.any')}
            unit={t('find.unitsWord')}
          />
        </Group>
        <Group title={t('hall.devices')}>
          {kinds.map((kind) => (
            <Line key={kind} count={counts.kinds.get(kind as DrawnDevice['kind']) ?? 0}>
              <Checkbox
                checked={!value.hidden.includes(kind)}
                onChange={() => onChange({ hidden: toggled(value.hidden, kind) })}
              >
                {t(`kinds.${kind}`)}
              </Checkbox>
            </Line>
          ))}
        </Group>
      </div>
      {touched ? (
        <button
          type="button"
          className="mt-3 rounded-xs text-accent-text hover:underline"
          onClick={() => onChange({ problems: [], hidden: [], room: null })}
        >
          {t('hall.reset')}
        </button>
      ) : null}
    </aside>
  )
}

const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-3.5">
      <h2 className="mb-1 flex h-5 items-center text-12 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Line({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center gap-2 [&_label]:items-center [&_label>span:first-child]:mt-0">
      {children}
      <span className="num ml-auto text-fg-3">{count}</span>
    </div>
  )
}
