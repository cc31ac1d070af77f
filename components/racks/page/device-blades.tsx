'use client'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import type { Picked } from '../diagram/ghost.ts'
import { healthKind } from '../labels.ts'

/** The blades of a chassis. */
export function DeviceBlades({ device, onPick }: { device: DrawnDevice; onPick: (picked: Picked) => void }) {
  const t = useTranslations('racks')
  return (
    <SidePanelSection title={t('panel.blades')}>
      <ul>
        {(device.blades ?? []).map((blade) => (
          <li key={blade.id} className="flex h-6.5 items-center gap-2">
            <StateMark kind={healthKind[blade.health ?? 'unknown']} className="size-3" />
            <span className="num w-6 text-12 text-fg-3">{blade.slot}</span>
            <button
              type="button"
              className="min-w-0 truncate font-medium hover:underline"
              onClick={() => onPick({ kind: 'server', id: blade.id })}
            >
              {blade.name}
            </button>
            <span className="ml-auto truncate text-12 text-fg-3">{blade.model}</span>
          </li>
        ))}
      </ul>
      {device.blades?.length ? null : <p className="text-12 text-fg-3">{t('panel.noBlades')}</p>}
    </SidePanelSection>
  )
}
