'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { AdoptAll } from './adopt-all.tsx'
import { AdoptMachine } from './adopt-machine.tsx'
import { machineName } from './machine-name.ts'
import type { MachineAsking } from './use-machine-actions.tsx'

/** Dialogs of the commands on machines that were found. */
export default function MachineDialogs({ asked, onClose }: { asked: MachineAsking; onClose: () => void }) {
  const t = useTranslations('machines')
  const { dci } = useTRPCClient()
  if (asked.command === 'adoptAll') return <AdoptAll machines={asked.machines} onClose={onClose} />
  const { command, machine } = asked
  if (command === 'adopt') return <AdoptMachine machine={machine} onClose={onClose} />
  const { known } = machine
  if (!known) return null
  return (
    <ConfirmAction
      title={t('join.title', { name: known.name })}
      lost={t('join.lost', { machine: machineName(machine), count: machine.macs.length - known.macs })}
      action={t('join.action')}
      tone="neutral"
      onClose={onClose}
      run={() =>
        dci.machine.join.mutate({
          params: { machine_id: machine.id },
          body: { server: known.id },
          if_match: machine.version,
        })
      }
    />
  )
}
