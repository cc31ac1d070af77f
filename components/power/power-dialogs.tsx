'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { inWords } from '../api/in-words.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { ImpactLine } from '../impact/impact-line.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { BootDialog } from './boot-dialog.tsx'
import type { PowerServer } from './facts.ts'
import type { PowerAsking } from './use-power-menu.tsx'

/** What a command on the power asks before it is done. Loaded with the first of them. */
export default function PowerDialogs({ command, server, onClose }: PowerAsking & { onClose: () => void }) {
  const props = { server, onClose }
  if (command === 'boot_device') return <BootDialog {...props} />
  return <EndDialog {...props} command={command} />
}

type EndProps = { server: PowerServer; command: Exclude<PowerAsking['command'], 'boot_device'>; onClose: () => void }

/** Shutdown, off, reset and cycle end what runs on the server: says what that is. */
function EndDialog({ server, command, onClose }: EndProps) {
  const t = useTranslations('power')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const [force, setForce] = useState(false)
  const [pull, setPull] = useState(false)
  const isNode = isAdmin && server.node !== null
  const run = () => {
    const params = { server_id: server.id }
    const body = isNode && force ? { force } : {}
    if (command === 'shutdown') return dci.power.shutdown.mutate({ params, body: { ...body, ...(pull && { pull }) } })
    const call = { power_off: dci.power.off, power_reset: dci.power.reset, power_cycle: dci.power.cycle }[command]
    return call.mutate({ params, body })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(`confirm.${command}.title`, { name: server.name })}
      lost={
        <>
          <p>{t(`confirm.${command}.lost`)}</p>
          <Wires server={server} command={command} />
          {isAdmin ? <ImpactLine kind="server" id={server.id} /> : null}
          <Choices>
            {command === 'shutdown' ? (
              <Checkbox checked={pull} onChange={(event) => setPull(event.target.checked)}>
                {t('confirm.pull')}
              </Checkbox>
            ) : null}
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
      {...(command !== 'shutdown' && { name: server.name })}
      action={t(`commands.${command}`)}
      keep={t('keep')}
      onConfirm={async () => {
        await inWords(run())
      }}
    />
  )
}

const Choices = ({ children }: { children: ReactNode }) => (
  <div className="mt-2 flex flex-col gap-1.5 text-fg empty:hidden">{children}</div>
)

/** By which ways it is done, in the order in which they are taken. */
function Wires({ server, command }: { server: PowerServer; command: EndProps['command'] }) {
  const t = useTranslations('power')
  const feeds = server.pdu_connections
  const outlets = command === 'power_off' || server.ipmi === null
  if (feeds.length === 0 || !outlets) return null
  const names = feeds.map((feed) => t('outletOf', { outlet: feed.port_identity, pdu: feed.pdu_name })).join(', ')
  const key = command === 'power_off' ? (server.ipmi ? 'both' : 'outlets') : 'outletsAgain'
  return <p className="mt-1">{t(`wires.${key}`, { names })}</p>
}
