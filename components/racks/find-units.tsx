'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { NumberInput } from '../ui/controls/number-input.tsx'
import { Select } from '../ui/controls/select.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { useRackLabels } from './labels.ts'

const SHOWN = 8

/** Where so many adjacent units are free, over all racks; the tightest fit first. */
export function FindUnits({ location }: { location: { id: number; name: string } }) {
  const t = useTranslations('racks.find')
  const words = useRackLabels()
  const trpc = useTRPC()
  const [size, setSize] = useState<number | null>(2)
  const [where, setWhere] = useState<'here' | 'all'>('here')
  const valid = size !== null && Number.isInteger(size) && size >= 1 && size <= 99
  const query = useQuery(
    trpc.dci.rack.gaps.queryOptions(
      { query: { size: valid ? size : 1, ...(where === 'here' && { location: location.id }) } },
      { enabled: valid, placeholderData: keepPreviousData },
    ),
  )
  const [isWhole, setWhole] = useState(false)
  const list = query.data?.list ?? []
  const left = isWhole ? 0 : list.length - SHOWN
  return (
    <section aria-label={t('title')} className="pb-3">
      <h2 className="flex h-10 items-center font-semibold">{t('title')}</h2>
      <div className="flex gap-2">
        <NumberInput
          aria-label={t('size')}
          value={size}
          onValueChange={setSize}
          min={1}
          max={99}
          unit={t('unitsWord')}
          boxClassName="w-19 flex-none"
        />
        <Select
          aria-label={t('where')}
          value={where}
          onValueChange={setWhere}
          className="min-w-0 flex-1"
          options={[
            { value: 'here', label: t('inLocation', { name: location.name }) },
            { value: 'all', label: t('everywhere') },
          ]}
        />
      </div>
      <ul className="mt-1.5" aria-live="polite">
        {(left > 0 ? list.slice(0, SHOWN) : list).map((gap) => (
          <li key={`${gap.rack.id}:${gap.unit}`} className="flex h-6.5 items-center gap-2">
            <TextLink href={paths.rack(gap.rack.id)} className="truncate" prefetch={false}>
              {gap.rack.name}
            </TextLink>
            <span className="num">{words.units(gap)}</span>
            <span className="ml-auto truncate text-12 text-fg-3">
              {where === 'all' ? gap.location.name : t('long', { count: gap.size })}
            </span>
          </li>
        ))}
      </ul>
      {valid && query.data && list.length === 0 ? <p className="mt-1.5 text-12 text-fg-3">{t('none')}</p> : null}
      {valid ? null : <p className="mt-1.5 text-12 text-fg-3">{t('sizeWrong')}</p>}
      {left > 0 ? (
        <Button size="sm" kind="quiet" className="-ml-2" onClick={() => setWhole(true)}>
          {t('more', { count: left })}
        </Button>
      ) : null}
    </section>
  )
}
