'use client'
import X from 'lucide-react/icons/x'
import { useTranslations } from 'use-intl'
import type { Drift } from '../../../server/domain/switch/drift.ts'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { useDriftLabels } from './drift-labels.ts'
import { type Drifts, driftKey } from './use-drifts.ts'

/** Believe the device, or bring what the panel wants to it; either says why when it cannot be. */
export function DriftButtons({ drift, drifts }: { drift: Drift; drifts: Drifts }) {
  const t = useTranslations('device.drift')
  const named = (word: 'accept' | 'enforce') => (
    <>
      {t(word)}
      <span className="sr-only">{t(`${word}Of`, { port: drift.port_name })}</span>
    </>
  )
  const busy = drifts.busy === driftKey(drift)
  const toDevice = drift.kind === 'admin' || drift.kind === 'vlan'
  return (
    <>
      <Button
        size="sm"
        busy={busy}
        disabledReason={drift.can_accept ? undefined : t('cannotAccept')}
        onClick={() => void drifts.accept(drift)}
      >
        {named('accept')}
      </Button>
      {toDevice ? (
        <Button
          size="sm"
          busy={busy}
          disabledReason={drift.can_enforce ? undefined : t('cannotEnforce')}
          onClick={() => void drifts.enforce(drift)}
        >
          {named('enforce')}
        </Button>
      ) : null}
    </>
  )
}

/** All differences and suggestions of a switch, one by one. */
export function DriftPanel({ switch_id, drifts, onClose }: { switch_id: number; drifts: Drifts; onClose: () => void }) {
  const t = useTranslations('device.drift')
  const words = useDriftLabels()
  return (
    <>
      <div className="flex items-center gap-2 pt-3">
        <h2 className="text-14 font-semibold">{t('title')}</h2>
        <span className="ml-auto flex">
          <IconButton label={t('close')} size="sm" onClick={onClose}>
            <X />
          </IconButton>
        </span>
      </div>
      {drifts.pending ? (
        <SkeletonRows rows={3} label={t('title')} />
      ) : drifts.list.length === 0 && drifts.suggestions.length === 0 ? (
        <p className="py-2 text-fg-2">{t('none')}</p>
      ) : null}
      {drifts.list.length > 0 ? (
        <ul aria-label={t('title')}>
          {drifts.list.map((one) => (
            <li key={driftKey(one)} className="border-b border-line py-2.5 last:border-b-0">
              <TextLink plain href={paths.switchPort(switch_id, one.port_id)}>
                <b className="mono font-semibold">{one.port_name}</b>
              </TextLink>
              <p className="break-words text-fg-2">{words(one)}</p>
              <p className="mt-1.5 flex flex-wrap gap-2">
                <DriftButtons drift={one} drifts={drifts} />
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {drifts.suggestions.length > 0 ? (
        <SidePanelSection title={t('suggestions')}>
          <ul aria-label={t('suggestions')}>
            {drifts.suggestions.map((one) => (
              <li key={`${one.switch_port_id} ${one.server_id}`} className="flex items-center gap-2 py-1.5">
                <span className="min-w-0">
                  <b className="mono font-medium">{one.port_name}</b>{' '}
                  <TextLink plain href={paths.server(one.server_id)}>
                    {one.server_name}
                  </TextLink>
                  <span className="block text-12 text-fg-3">
                    {one.reasons.map((reason) => t(`reasons.${reason}`)).join(', ')}
                  </span>
                </span>
                <span className="ml-auto">
                  <Button
                    size="sm"
                    busy={drifts.busy === `link ${one.switch_port_id} ${one.server_id}`}
                    onClick={() => void drifts.connect(one)}
                  >
                    {t('connect')}
                    <span className="sr-only">{t('connectOf', { server: one.server_name, port: one.port_name })}</span>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </SidePanelSection>
      ) : null}
    </>
  )
}
