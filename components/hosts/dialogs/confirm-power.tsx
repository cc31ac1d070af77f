'use client'
import { useTranslations } from 'use-intl'
import { type AskedVerb, isForced, vmVerbs } from '../../../server/domain/power/vocabulary.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'
import type { PowerCommand } from '../labels.ts'

/** Shut down, restart and their forced forms: a short question, red where unsaved data is lost. */
export function ConfirmPower({
  command,
  host,
  calls,
  onClose,
}: HostDialogProps & { command: Exclude<PowerCommand, 'start'> }) {
  const t = useTranslations('hosts.confirm')
  const words = useTranslations('powerWords')
  const verb: AskedVerb = vmVerbs[command]
  return (
    <ConfirmAction
      title={words(`titles.${verb}`, { name: host.name })}
      lost={isForced(verb) ? words(`lost.${verb}`) : t(command as 'stop')}
      action={words(`verbs.${verb}`)}
      tone={isForced(verb) ? 'danger' : 'neutral'}
      run={() => calls.simple(command, host)}
      onClose={onClose}
    />
  )
}
