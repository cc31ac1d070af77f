'use client'
import { useTranslations } from 'use-intl'
import { type AskedVerb, isForced, vmVerbs } from '../../../server/domain/power/vocabulary.ts'
import { inWords } from '../../api/in-words.ts'
import { ConfirmDialog } from '../../ui/floating/confirm-dialog.tsx'
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
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words(`titles.${verb}`, { name: host.name })}
      lost={isForced(verb) ? words(`lost.${verb}`) : t(command as 'stop')}
      action={words(`verbs.${verb}`)}
      tone={isForced(verb) ? 'danger' : 'neutral'}
      onConfirm={async () => {
        await inWords(calls.simple(command, host))
      }}
    />
  )
}
