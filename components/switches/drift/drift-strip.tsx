'use client'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { useDriftLabels } from './drift-labels.ts'
import { DriftButtons } from './drift-panel.tsx'
import type { Drifts } from './use-drifts.ts'

/** Over the face: what differs, and links that the switch knows of. One difference is settled here, more in the side panel. */
export function DriftStrip({ drifts, shown, onShow }: { drifts: Drifts; shown: boolean; onShow: () => void }) {
  const t = useTranslations('device.drift')
  const words = useDriftLabels()
  const { list, suggestions, ports } = drifts
  const [only] = list
  if (list.length === 0 && suggestions.length === 0) return null
  const show = (
    <Button size="sm" aria-expanded={shown} onClick={onShow}>
      {t('show')}
    </Button>
  )
  return (
    <div className="mx-6 mt-3 flex flex-col gap-2 phone:mx-4">
      {only ? (
        <Notice
          kind="warn"
          action={
            list.length === 1 ? (
              <span className="flex flex-wrap gap-2">
                <DriftButtons drift={only} drifts={drifts} />
              </span>
            ) : (
              show
            )
          }
        >
          {list.length === 1 ? (
            <span className="break-words">
              <b className="font-semibold">{t('port', { port: only.port_name })}</b> {words(only)}
            </span>
          ) : (
            <b className="font-semibold">{t('differ', { count: ports.size })}</b>
          )}
        </Notice>
      ) : null}
      {suggestions.length > 0 ? (
        <Notice kind="plain" action={show}>
          {t('suggested', { count: suggestions.length })}
        </Notice>
      ) : null}
    </div>
  )
}
