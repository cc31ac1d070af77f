'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Cable } from '../../server/domain/hardware-report/cables.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { Button } from '../ui/controls/button.tsx'

type Of = { server_id: number; report_id: number }
const canBeTaken = ({ port, state }: Cable) => port !== null && (state === 'new' || state === 'differs')

/** Takes over all cables that can be, one after the other; the first that cannot ends it. */
export function AcceptAll({ params, cables }: { params: Of; cables: readonly Cable[] }) {
  const t = useTranslations('hardwareReports')
  const { dci } = useTRPCClient()
  const [busy, setBusy] = useState(false)
  const open = cables.filter(canBeTaken)
  if (open.length < 2) return null
  const acceptAll = async () => {
    setBusy(true)
    for (const { mac, name } of open) {
      const fault = await dci.hardwareReport.acceptCable.mutate({ params, body: { mac } }).then(
        () => null,
        (thrown: unknown) => ({ thrown }),
      )
      if (!fault) continue
      faultToast(t('notAccepted', { name }))(fault.thrown)
      break
    }
    setBusy(false)
  }
  return (
    <Button size="sm" busy={busy} className="print:hidden" onClick={() => void acceptAll()}>
      {t('acceptAll', { count: open.length })}
    </Button>
  )
}

/** Takes over a cable that is new or that the panel has elsewhere. */
export function AcceptCable(props: { params: Of; cable: Cable | undefined }) {
  const { params, cable } = props
  const t = useTranslations('hardwareReports')
  const trpc = useTRPC()
  const accept = useMutation(
    trpc.dci.hardwareReport.acceptCable.mutationOptions({
      onError: faultToast(t('notAccepted', { name: cable?.name ?? '' })),
    }),
  )
  if (!cable?.port || !canBeTaken(cable)) return null
  return (
    <Button
      size="sm"
      busy={accept.isPending}
      aria-label={t(cable.state === 'new' ? 'acceptOf' : 'correctOf', { name: cable.name, port: cable.port.name })}
      onClick={() => accept.mutate({ params, body: { mac: cable.mac } })}
    >
      {t(cable.state === 'new' ? 'accept' : 'correct')}
    </Button>
  )
}
