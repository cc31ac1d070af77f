'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { IpnetMap } from '../../../server/domain/ipnet/map.ts'
import { paths } from '../../paths.ts'
import { cn } from '../../ui/class-names.ts'
import { Link } from '../../ui/controls/link.tsx'
import { type FillStep, fillOf, fillSteps } from './cells.ts'

const grounds: Record<FillStep, string> = {
  0: 'bg-ramp-0 text-ramp-on-0',
  1: 'bg-ramp-1 text-ramp-on-1',
  2: 'bg-ramp-2 text-ramp-on-2',
  3: 'bg-ramp-3 text-ramp-on-3',
  4: 'bg-ramp-4 text-ramp-on-4',
  5: 'bg-ramp-5 text-ramp-on-5',
}

/** A large network as its blocks: how full each is, and whether pools give addresses of it. Each leads to its own addresses. */
export function BlockGrid({ map }: { map: IpnetMap }) {
  const t = useTranslations('addresses.map')
  const format = useFormatter()
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={t('legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-12">
        {fillSteps.map((step) => (
          <li key={step} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={cn('size-4 flex-none rounded-xs border border-line', grounds[step])} />
            {t(`fill.${step}`)}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-4 flex-none rounded-xs border border-dashed border-line-control" />
          {t('noRange')}
        </li>
      </ul>
      <ul
        aria-label={t('label', { name: map.block })}
        className="grid grid-cols-[repeat(auto-fill,minmax(104px,1fr))] gap-1"
      >
        {map.blocks.map((block) => {
          const size = Number(block.size)
          const share = block.using_ip / size
          const words = { used: format.number(block.using_ip), total: format.number(size) }
          return (
            <li key={block.name} className="min-w-0">
              <Link
                href={paths.network(map.id, { block: block.name })}
                prefetch={false}
                className={cn(
                  'relative flex h-11 flex-col justify-center rounded-sm border px-2 leading-4 hover:outline-2 hover:outline-accent-line',
                  block.in_ranges === '0' ? 'border-dashed border-line-control' : 'border-line',
                  grounds[fillOf(block.using_ip, size)],
                )}
              >
                <span className="mono truncate text-12">{block.name}</span>
                <span className="sr-only">{t('block', words)}</span>
                <span aria-hidden="true" className="num text-11">
                  {format.number(share, { style: 'percent', maximumFractionDigits: share > 0 && share < 0.01 ? 1 : 0 })}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
