'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import type { Rack } from '../../../server/domain/rack/schema.ts'
import { Meter } from '../../ui/display/progress.tsx'
import { freeSpans, usage } from '../diagram/rows.ts'
import { useRackLabels } from '../labels.ts'

/** How full the rack is, and its power supply. */
export function RackFacts({ rack, devices }: { rack: Rack; devices: readonly DrawnDevice[] }) {
  const t = useTranslations('racks')
  const format = useFormatter()
  const words = useRackLabels()
  const { used, reserved, free } = usage(devices, rack.size)
  const biggest = freeSpans(devices, rack.size).reduce((best, span) => (span.size > best.size ? span : best), {
    unit: 0,
    size: 0,
  })
  const pdus = devices.filter((device) => device.kind === 'pdu')
  return (
    <section aria-label={t('facts.title')} className="pb-3">
      <h2 className="flex h-10 items-center font-semibold">{t('facts.title')}</h2>
      <p className="flex justify-between leading-5.5">
        <span className="text-fg-3">{t('facts.inUse')}</span>
        <span className="num">
          {t.rich('facts.usedOf', {
            used: format.number(used),
            size: rack.size,
            b: (words) => <span className="font-medium">{words}</span>,
          })}
        </span>
      </p>
      <Meter used={used + reserved} of={rack.size} label={t('facts.inUse')} warnAt={101} />
      <p className="mt-0.5 flex justify-between text-12 leading-5.5 text-fg-3">
        <span className="num">{t('facts.free', { count: free })}</span>
        <span className="num">{t('facts.reserved', { count: reserved })}</span>
      </p>
      {biggest.size > 0 ? (
        <p className="flex justify-between gap-2 leading-5.5">
          <span className="truncate text-fg-3">{t('facts.gap')}</span>
          <span className="num">{words.units(biggest)}</span>
        </p>
      ) : null}
      {pdus.map((pdu) => (
        <p key={pdu.id} className="flex justify-between gap-2 leading-5.5">
          <span className="truncate text-fg-3">{pdu.name}</span>
          <span className="num">{pdu.watt === undefined ? t('facts.noLoad') : t('watt', { watt: pdu.watt })}</span>
        </p>
      ))}
      {rack.note ? <p className="mt-1 text-12 break-words whitespace-pre-wrap text-fg-2">{rack.note}</p> : null}
    </section>
  )
}
