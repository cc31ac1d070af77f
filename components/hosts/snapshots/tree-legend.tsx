'use client'
import { useTranslations } from 'use-intl'

const marks = {
  way: <path d="M0 7H18" stroke="var(--accent)" strokeWidth={2} />,
  left: <path d="M0 7H18" stroke="var(--off-solid)" strokeWidth={1.5} />,
  ram: (
    <>
      <circle cx={9} cy={7} r={5} stroke="var(--off-solid)" strokeWidth={2} />
      <circle cx={9} cy={7} r={2} fill="var(--off-solid)" />
    </>
  ),
  disks: <circle cx={9} cy={7} r={5} stroke="var(--off-solid)" strokeWidth={2} />,
} as const
const kinds = ['way', 'left', 'ram', 'disks'] as const

/** What lines and circles of the tree say. */
export function TreeLegend() {
  const t = useTranslations('hosts.snapshots.legend')
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg viewBox="0 0 18 14" width={18} height={14} fill="none" aria-hidden="true">
            {marks[kind]}
          </svg>
          {t(kind)}
        </li>
      ))}
    </ul>
  )
}
