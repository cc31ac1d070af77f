'use client'
import { useFormatter } from 'use-intl'
import { inUnit, unitFor } from './size.ts'

const MIB = 2 ** 20

/** How large a file is; a dash where it is not known yet. */
export function FileSize({ bytes }: { bytes: number | null }) {
  const format = useFormatter()
  if (bytes === null) return <span className="text-fg-3">-</span>
  const mib = bytes / MIB
  if (mib < 1) return <span className="num">&lt; 1 MiB</span>
  const unit = unitFor(mib)
  return (
    <span className="num">
      {format.number(inUnit(mib, unit), { maximumFractionDigits: unit === 'MiB' ? 0 : 1 })} {unit}
    </span>
  )
}
