'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isForced, serverVerbs } from '../../server/domain/power/vocabulary.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { ImpactLine } from '../impact/impact-line.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { BootDialog } from './boot-dialog.tsx'
import type { PowerServer } from './facts.ts'
import type { PowerAsking } from './use-power-menu.tsx'

/** What a command on the power asks before it is done. Loaded with the first of them. */
export default function PowerDialogs({ command, server, onClose }: PowerAsking & { onClose: () => void }) {
  const props = { server, onClose }
  if (command === 'boot_device') return <BootDialog {...props} />
  return <EndDialog {...props} command={command} />
}

type EndCommand = Exclude<PowerAsking['command'], 'boot_device'>
type EndProps = { server: PowerServer; command: EndCommand; onClose: () => void }

/** What ends or restarts what runs on the server: says what is lost, or how the system is asked. */
function EndDialog({ server, command, onClose }: EndProps) {
  const t = useTranslations('power')
  const words = useTranslations('powerWords')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const [force, setForce] = useState(false)
  const [pull, setPull] = useState(false)
  const isNode = isAdmin && server.node !== null
  const verb = serverVerbs[command]
  const forced = isForced(verb)
  const lost =
    command === 'shutdown' || command === 'restart' ? t(`confirm.${command}`) : words(`lost.${serverVerbs[command]}`)
  const run = () => {
    const params = { server_id: server.id }
    const body = isNode && force ? { force } : {}
    const asking = { params, body: { ...body, ...(pull && { pull }) } }
    if (command === 'shutdown') return dci.power.shutdown.mutate(asking)
    if (command === 'restart') return dci.power.restart.mutate(asking)
    const call = { power_off: dci.power.off, power_reset: dci.power.reset, power_cycle: dci.power.cycle }[command]
    return call.mutate({ params, body })
  }
  return (
    <ConfirmAction
      title={words(`titles.${verb}`, { name: server.name })}
      lost={
        <>
          <p>{lost}</p>
          <Wires server={server} command={command} />
          {isAdmin ? <ImpactLine kind="server" id={server.id} /> : null}
          <Choices>
            {forced ? null : (
              <Checkbox checked={pull} onChange={(event) => setPull(event.target.checked)}>
                {t('confirm.pull')}
              </Checkbox>
            )}
            {isNode ? (
              <Checkbox
                checked={force}
                onChange={(event) => setForce(event.target.checked)}
                hint={t('confirm.forceHint', { node: server.node?.name ?? '' })}
              >
                {t('confirm.force')}
              </Checkbox>
            ) : null}
          </Choices>
        </>
      }
      tone={forced ? 'danger' : 'neutral'}
      action={words(`verbs.${verb}`)}
      run={run}
      onClose={onClose}
    />
  )
}

const Choices = ({ children }: { children: ReactNode }) => (
  <div className="mt-2 flex flex-col gap-1.5 text-fg empty:hidden">{children}</div>
)

/** By which ways it is done, in the order in which they are taken. */
function Wires({ server, command }: { server: PowerServer; command: EndCommand }) {
  const t = useTranslations('power')
  const { isAdmin } = useMe()
  const powerInputs = server.pdu_connections
  const outlets = command === 'power_off' || server.ipmi === null
  if (powerInputs.length === 0 || !outlets) return null
  const names = powerInputs
    .map((powerInput, at) =>
      isAdmin
        ? t('outletOf', { outlet: powerInput.port_identity, pdu: powerInput.pdu_name })
        : t('inputOf', { number: at + 1, outlet: powerInput.port_identity }),
    )
    .join(', ')
  const key = command === 'power_off' ? (server.ipmi ? 'both' : 'outlets') : 'outletsAgain'
  return <p className="mt-1">{t(`wires.${key}`, { names })}</p>
}
