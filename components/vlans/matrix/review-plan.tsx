'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MatrixPort } from '../../../server/domain/vlan/matrix.ts'
import { apiFault } from '../../api/fault.ts'
import { settled } from '../../api/settled.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { vlansText } from '../../switches/vlan-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { Dialog } from '../../ui/floating/dialog.tsx'
import { editOf, type PortVlans } from './matrix-plan.ts'

export type Planned = { port: MatrixPort; plan: PortVlans; device: string }
type Outcome = { ok: true } | { ok: false; why: string }

/** Every port that will change, before and after; then sends them one by one and says how each went. */
export default function ReviewPlan(props: {
  planned: readonly Planned[]
  /** A port whose change was queued leaves the plan. */
  onSent: (port: number) => void
  onClose: () => void
}) {
  const t = useTranslations('vlanMatrix')
  const { dci } = useTRPCClient()
  // What was sent leaves the plan, not this list.
  const [planned] = useState(props.planned)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const [busy, setBusy] = useState(false)
  const vlans = ({ vlan_id, is_trunk, trunk_members }: PortVlans) =>
    is_trunk
      ? t('trunk', { members: vlansText(trunk_members) || '-', native: vlan_id ?? '-' })
      : t('access', { vlan: vlan_id ?? '-' })
  const left = planned.filter(({ port }) => !outcomes.get(port.id)?.ok)
  const send = async () => {
    setBusy(true)
    for (const { port, plan } of left) {
      const body = editOf(port, plan)
      let outcome: Outcome = { ok: true }
      try {
        if (body) await dci.switch.port.edit.mutate({ params: { switch_id: port.switch, port_id: port.id }, body })
        props.onSent(port.id)
      } catch (fault) {
        outcome = { ok: false, why: apiFault(fault).msg }
      }
      setOutcomes((now) => new Map(now).set(port.id, outcome))
    }
    setBusy(false)
    await settled()
  }
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => (open || busy ? undefined : props.onClose())}
      title={t('review.title', { count: planned.length })}
      description={t('review.hint')}
      footer={
        left.length > 0 ? (
          <>
            <Button onClick={props.onClose}>{t('review.back')}</Button>
            <Button kind="primary" busy={busy} onClick={() => void send()}>
              {t('review.send', { count: left.length })}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={props.onClose}>
            {t('review.done')}
          </Button>
        )
      }
    >
      <ul aria-label={t('review.list')} className="max-h-90 overflow-y-auto">
        {planned.map(({ port, plan, device }) => {
          const outcome = outcomes.get(port.id)
          return (
            <li key={port.id} className="border-b border-line py-1.5 last:border-b-0">
              <p className="flex items-baseline gap-2">
                <span className="truncate text-fg-2">{device}</span>
                <b className="mono truncate font-medium">{port.name}</b>
                <span className="truncate text-12 text-fg-3">{port.peer}</span>
                {outcome ? (
                  <span className="ml-auto">
                    <State kind={outcome.ok ? 'ok' : 'fault'}>
                      {t(outcome.ok ? 'review.queued' : 'review.failed')}
                    </State>
                  </span>
                ) : null}
              </p>
              <p className="num text-12 text-fg-2">
                {vlans(port)} <span aria-hidden="true">→</span>
                <span className="sr-only">{t('review.to')}</span> <b className="font-medium text-fg">{vlans(plan)}</b>
              </p>
              {outcome && !outcome.ok ? <p className="text-12 break-words text-fault-fg">{outcome.why}</p> : null}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
