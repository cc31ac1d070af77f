'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { FloorRack } from '../../../server/domain/rack/diagram.ts'
import { cn } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/display/kbd.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { floatClass } from '../../ui/floating/float-class.ts'
import { freeSpans, usage } from '../diagram/rows.ts'
import { healthKind, useRackLabels } from '../labels.ts'
import { drawRack, type FloorView } from './draw.ts'
import { withBlades } from './overlay.ts'

const SHOWN = 3
const rank = (health: string | undefined) => ['in_progress', 'warning', 'fault'].indexOf(health ?? '')

/** Facts of the rack under the pointer or the focus, over the floor plan. */
export function FloorCard(props: { rack: FloorRack; view: FloorView; at: { left: number; top: number } }) {
  const { rack, view, at } = props
  const t = useTranslations('racks')
  const format = useFormatter()
  const words = useRackLabels()
  const { used, reserved, free } = usage(rack.devices, rack.size)
  const gap = freeSpans(rack.devices, rack.size).reduce((best, one) => (one.size > best.size ? one : best), {
    unit: 0,
    size: 0,
  })
  const { foundNames } = drawRack(rack, view)
  const troubled = rack.devices
    .flatMap((device) => withBlades(device).map((one) => ({ one, device })))
    .filter(({ one }) => one.health === 'fault' || one.health === 'warning' || one.operation)
    .sort((a, b) => rank(b.one.health) - rank(a.one.health))
  const count = (health: string) => troubled.filter(({ one }) => one.health === health).length
  return (
    <div
      role="tooltip"
      className={cn(
        floatClass,
        'pointer-events-none absolute z-20 w-73 animate-fade text-12 phone:hidden print:hidden',
      )}
      style={at}
    >
      <p className="flex items-center gap-2 border-b border-line px-3 py-2.5">
        <b className="truncate text-13 font-semibold">{rack.name}</b>
        <span className="text-fg-3">{t('hall.units', { count: rack.size })}</span>
        <span className="ml-auto flex gap-2">
          {(['fault', 'warning'] as const).map((health) =>
            count(health) > 0 ? (
              <span key={health} className="flex items-center gap-1">
                <StateMark kind={healthKind[health]} label={t(`health.${health}`)} />
                {count(health)}
              </span>
            ) : null,
          )}
        </span>
      </p>
      <dl className="grid grid-cols-[84px_minmax(0,1fr)] px-3 py-2 leading-5">
        <dt className="text-fg-3">{t('hall.usage')}</dt>
        <dd className="num">{t('hall.usageOf', { used: format.number(used), reserved, free: format.number(free) })}</dd>
        <dt className="text-fg-3">{t('facts.gap')}</dt>
        <dd className="num">{gap.size > 0 ? words.units(gap) : t('hall.noGap')}</dd>
        {foundNames.length > 0 ? (
          <>
            <dt className="text-fg-3">{t('hall.foundHere')}</dt>
            <dd className="truncate">
              <span className="num text-accent-text">{foundNames.length}</span>{' '}
              <span className="text-fg-3">{foundNames.slice(0, SHOWN).join(', ')}</span>
            </dd>
          </>
        ) : null}
      </dl>
      {troubled.length > 0 ? (
        <ul className="border-t border-line px-3 py-2">
          {troubled.slice(0, SHOWN).map(({ one, device }) => (
            <li key={`${device.kind}${one.id}`} className="flex items-start gap-1.5">
              <StateMark kind={healthKind[one.health ?? 'unknown']} className="mt-px" />
              <span className="line-clamp-2 min-w-0 break-words">
                {[one.name, words.units(device)].join(', ')}: {(!one.operation && words.cause(one)) || words.state(one)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="flex items-center gap-1.5 border-t border-line px-3 py-1.5 text-fg-3">
        <Kbd>Enter</Kbd> {t('hall.open')}
      </p>
    </div>
  )
}
