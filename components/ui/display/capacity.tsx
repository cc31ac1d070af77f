'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../class-names.ts'
import { Meter } from './progress.tsx'
import { percentOf } from './share.tsx'
import { inUnit, type SizeUnit, unitFor } from './size.ts'
import { StateMark } from './state-mark.tsx'

type CapacityProps = {
  label: string
  used: number
  of: number
  /** `size`: both are MiB, shown in the unit that fits; `number`: as they are; `percent`: `used` is one already. */
  kind: 'size' | 'number' | 'percent'
  /** Of a size, where several stand side by side in one unit. */
  unit?: SizeUnit
  /** May be given several times over: full is no reason for a mark. */
  calm?: boolean
}

/** How much of something is taken: "5.9 / 7.5", percent, bar. Amber with a mark from 90 % on. */
export function CapacityCell({ label, used, of, kind, unit = unitFor(of), calm }: CapacityProps) {
  const format = useFormatter()
  const figure = (value: number) =>
    kind === 'size'
      ? format.number(inUnit(value, unit), {
          maximumFractionDigits: inUnit(of, unit) < (unit === 'TiB' ? 100 : 10) ? 1 : 0,
        })
      : format.number(value)
  const percent = percentOf(used, of)
  const near = percent !== null && percent >= 90 && !calm
  return (
    <div className="min-w-0 py-1">
      <div className="num flex flex-wrap items-baseline gap-x-1.5 leading-5">
        {kind === 'percent' ? null : (
          <span className="whitespace-nowrap">
            <b className="font-semibold">{figure(used)}</b> <span className="text-fg-2">/ {figure(of)}</span>
          </span>
        )}
        <span
          className={cn(
            'ml-auto inline-flex flex-none items-center gap-1 self-center text-12',
            near ? 'text-warn-fg' : 'text-fg-2',
          )}
        >
          {near ? <StateMark kind="warn" className="size-3" /> : null}
          {percent === null ? '-' : `${percent}%`}
        </span>
      </div>
      <Meter used={used} of={of} label={label} calm={calm} className="mt-0.5" />
    </div>
  )
}

/** Several of them under each other, each with its name at the left. */
export function CapacityList({ rows }: { rows: readonly CapacityProps[] }) {
  const t = useTranslations('ui.units')
  return (
    <div className="divide-y divide-line">
      {rows.map((row) => (
        <div key={row.label} className="grid min-h-9 grid-cols-[112px_minmax(0,1fr)] items-center gap-3">
          <span className="text-12">
            {row.label} <span className="text-fg-3">{row.kind === 'size' ? t(row.unit ?? unitFor(row.of)) : null}</span>
          </span>
          <CapacityCell {...row} />
        </div>
      ))}
    </div>
  )
}
