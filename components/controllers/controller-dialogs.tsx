'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { PlatformForm } from '../hardware/platform-form.tsx'
import { ControllerForm } from './controller-form.tsx'
import type { ControllerAsking } from './use-controller-actions.tsx'

/** What a command on a controller asks before it is done. Loaded with the first of them. */
export default function ControllerDialogs({ asked, onClose }: { asked: ControllerAsking; onClose: () => void }) {
  const t = useTranslations('controllers')
  const { dci } = useTRPCClient()
  if (asked.command === 'platform') return <PlatformForm name={asked.name} onClose={onClose} />
  if (asked.command === 'add') return <ControllerForm server={asked.server} onClose={onClose} />
  const { command, controller } = asked
  if (command === 'edit') return <ControllerForm controller={controller} onClose={onClose} />
  const { id, server_name: name } = controller
  const params = { ipmi_id: id }
  const send = {
    remove: () => dci.ipmi.delete.mutate({ params }),
    trust: () => dci.ipmi.trust.mutate({ params, body: {} }),
    clear: () => dci.ipmi.sensor.clearEvents.mutate({ params, body: {} }),
  }
  return (
    <ConfirmAction
      title={t(`ask.${command}.title`, { name })}
      lost={t(`ask.${command}.lost`)}
      // Accepting another device in place of the known one asks for its name.
      {...(command === 'trust' && { name })}
      action={t(`ask.${command}.action`)}
      run={send[command]}
      onClose={onClose}
    />
  )
}
