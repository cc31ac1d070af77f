'use client'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Preset } from '../../../server/domain/preset/record.ts'
import { useLimitWords } from '../../presets/use-limit-words.ts'
import { Input } from '../../ui/controls/input.tsx'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import { gib } from '../../ui/display/size.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import type { System } from './rules.ts'
import type { Presets } from './use-presets.ts'
import { suits } from './values.ts'

type Props = {
  presets: Presets
  os: System | null
  chosen: { id: number } | null
  onChoose: (preset: Preset) => void
  /** The card after them. */
  children: ReactNode
}

/** The presets as cards with their sizes. */
export function PresetCards({ presets, os, chosen, onChoose, children }: Props) {
  const t = useTranslations('newHost')
  const format = useFormatter()
  const { list, size: count, search } = presets
  const out = presets.chosen && !list.some(({ id }) => id === presets.chosen?.id) ? [presets.chosen] : []
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 2 })
  return (
    <>
      {presets.isCut ? (
        <Input
          icon={<Search />}
          aria-label={t('presets.find', { count })}
          placeholder={t('presets.find', { count })}
          value={presets.text}
          onChange={(event) => presets.setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          }}
          boxClassName="mb-2 w-52 phone:w-full"
        />
      ) : null}
      <RadioGroup
        label={t('sections.size')}
        hideLabel
        className="grid grid-cols-4 gap-2 max-[1280px]:grid-cols-3 phone:grid-cols-2"
      >
        {[...out, ...list].map((preset) => (
          <ChoiceCard
            key={preset.id}
            name="size"
            checked={chosen?.id === preset.id}
            disabled={!suits(preset, os)}
            onChange={() => onChoose(preset)}
            hint={
              suits(preset, os)
                ? `${format.number(preset.cpu_number)} / ${size(preset.ram_mib)} / ${size(preset.hdd_mib)}`
                : t('tooSmall')
            }
          >
            {preset.name}
          </ChoiceCard>
        ))}
        {children}
      </RadioGroup>
      {search !== '' && list.length === 0 ? (
        <p className="mt-1 text-fg-2">{t('presets.none', { text: search })}</p>
      ) : null}
    </>
  )
}

/** What the chosen preset sets, to be read and not changed. */
export function PresetSets({ preset }: { preset: Preset }) {
  const t = useTranslations('newHost')
  const units = useTranslations('ui.units')
  const words = useTranslations('presets.fields')
  const format = useFormatter()
  const limits = useLimitWords()(preset)
  const size = (mib: number) => `${format.number(gib(mib), { maximumFractionDigits: 2 })} ${units('GiB')}`
  return (
    <section aria-label={t('presets.fixed')}>
      <h3 className="mb-1 text-12 text-fg-2">{t('presets.fixed')}</h3>
      <Facts
        className="grid-cols-[88px_minmax(0,1fr)]"
        facts={[
          { term: t('fields.cpu_number'), value: t('coreCount', { count: preset.cpu_number }) },
          { term: t('fields.ram_mib'), value: <span className="num">{size(preset.ram_mib)}</span> },
          { term: t('fields.hdd_mib'), value: <span className="num">{size(preset.hdd_mib)}</span> },
          limits.length > 0 && { term: words('limits'), value: limits.join(', ') },
          preset.comment !== null && preset.comment !== '' && { term: words('comment'), value: preset.comment },
        ]}
      />
    </section>
  )
}
