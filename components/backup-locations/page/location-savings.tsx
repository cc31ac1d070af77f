'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { LocationUse } from '../../../server/domain/backup-location/schema.ts'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Section } from '../../ui/layout/section.tsx'
import { factorText } from '../factor.ts'

const steps = ['disk_mib', 'pieces_mib', 'stored_mib'] as const

/** What is left of full copies when equal pieces are stored once, and these are compressed. */
export function LocationSavings({ saved }: Pick<LocationUse, 'saved'>) {
  const t = useTranslations('backupLocations.page')
  const format = useFormatter()
  const size = useSizes()
  return (
    <Section
      title={t('saves')}
      {...(saved && saved.stored_mib > 0 && { count: t('factor', { factor: factorText(format, saved) }) })}
    >
      {saved === null ? (
        <p className="py-2 text-12 text-fg-2">{t('noRound')}</p>
      ) : (
        <dl className="grid max-w-160 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-1">
          {steps.map((step) => (
            <div key={step} className="contents">
              <dt className="text-fg-2">{t(`steps.${step}`)}</dt>
              <dd aria-hidden="true" className="h-1.5 rounded-full bg-line">
                <i
                  className="block h-full min-w-0.5 rounded-full bg-fg-3"
                  style={{ width: `${saved.disk_mib > 0 ? Math.min(100, (100 * saved[step]) / saved.disk_mib) : 0}%` }}
                />
              </dd>
              <dd className="num text-right">{size(saved[step])}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
