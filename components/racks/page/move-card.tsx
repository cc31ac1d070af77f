'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { cn } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { type Fit, nearestFit } from '../diagram/ghost.ts'
import { useRackLabels } from '../labels.ts'
import { type Moving, moving } from './moving.ts'

type MoveCardProps = {
  now: Moving
  fit: Fit
  rack: { name: string; size: number }
  devices: readonly DrawnDevice[]
  onPut: () => void
  onCancel: () => void
}

/** What is in hand, the keys that move it, and whether it fits where it is held. Read aloud as it changes. */
export function MoveCard({ now, fit, rack, devices, onPut, onCancel }: MoveCardProps) {
  const t = useTranslations('racks')
  const words = useRackLabels()
  const box = useRef<HTMLElement>(null)
  const { device, held, by, refusal } = now
  useEffect(() => {
    if (by === 'keys') box.current?.focus({ preventScroll: true })
  }, [by])
  const where = words.units({ unit: held.unit, size: device.size })
  const nearest = fit.fits && !refusal ? null : nearestFit(device, held, devices, rack.size)
  const good = fit.fits && !refusal
  return (
    <section ref={box} tabIndex={-1} aria-label={t('move.title', { name: device.name })} className="outline-none">
      <h2 className="flex h-10 items-center font-semibold">{t('move.title', { name: device.name })}</h2>
      <p className="text-12 text-fg-2">{t('move.hint')}</p>
      <p className="my-2 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-12 text-fg-3">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('move.keys.unit')} <Kbd>←</Kbd> <Kbd>→</Kbd>{' '}
        {device.width === 'half' ? t('move.keys.half') : t('move.keys.rack')} <Kbd>Enter</Kbd> {t('move.keys.put')}{' '}
        <Kbd>Esc</Kbd> {t('move.keys.cancel')}
      </p>
      <div
        role="status"
        className={cn(
          'rounded-md border px-3 py-2',
          good ? 'border-ok-line bg-ok-tint' : 'border-fault-line bg-fault-tint',
        )}
      >
        <p className={cn('flex items-center gap-1.5 font-semibold', good ? 'text-ok-fg' : 'text-fault-fg')}>
          <StateMark kind={good ? 'ok' : 'fault'} inherit />
          {good ? t('move.fitsIn', { where, rack: rack.name }) : t('move.notFitIn', { where, rack: rack.name })}
        </p>
        {refusal ? <p className="text-12 text-fg-2">{refusal}</p> : null}
        {!refusal && !fit.fits ? (
          <p className="text-12 text-fg-2">
            {fit.why === 'outside'
              ? t('move.outside', { size: device.size, units: rack.size })
              : fit.blockers
                  .slice(0, 3)
                  .map((one) =>
                    t('move.takes', {
                      name: one.kind === 'reserved' ? t('kinds.reserved') : one.name,
                      where: words.units(one),
                    }),
                  )
                  .join(' ')}
          </p>
        ) : null}
        {nearest ? (
          <button
            type="button"
            className="mt-0.5 rounded-xs text-12 text-accent-text hover:underline"
            onClick={() => {
              moving.hold(nearest)
              box.current?.focus({ preventScroll: true })
            }}
          >
            {t('move.nearest', { where: words.units({ unit: nearest.unit, size: device.size }) })}
          </button>
        ) : null}
        {!good && !nearest ? <p className="text-12 text-fg-2">{t('move.nowhere', { rack: rack.name })}</p> : null}
      </div>
      <div className="my-2.5 flex gap-2">
        <Button
          size="sm"
          kind="primary"
          busy={now.sending}
          {...(!fit.fits && { disabledReason: t('move.notFit') })}
          onClick={onPut}
        >
          {t('move.put')}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('move.cancel')}
        </Button>
      </div>
    </section>
  )
}
