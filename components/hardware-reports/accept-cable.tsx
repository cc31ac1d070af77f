'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Cable } from '../../server/domain/hardware-report/cables.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPC } from '../api/trpc.ts'
import { Button } from '../ui/controls/button.tsx'

/** Takes over a cable that is new or that the panel has elsewhere. */
export function AcceptCable(props: { params: { server_id: number; report_id: number }; cable: Cable | undefined }) {
  const { params, cable } = props
  const t = useTranslations('hardwareReports')
  const trpc = useTRPC()
  const accept = useMutation(
    trpc.dci.hardwareReport.acceptCable.mutationOptions({
      onError: faultToast(t('notAccepted', { name: cable?.name ?? '' })),
    }),
  )
  if (!cable?.port || (cable.state !== 'new' && cable.state !== 'differs')) return null
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
