'use client'
import { useEffect, useRef, useState } from 'react'
import { controllerKinds, type IpmiType } from '../../../server/domain/ipmi/kinds.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { useTask } from '../../tasks/use-task.ts'

type Controller = { ipmi: number; type: IpmiType }
type Stage =
  | { at: 'ready' | 'asked' | 'leaving' }
  | { at: 'task'; task: number; port: number }
  | { at: 'failed'; why: string }

/** Opens the web page of a controller in this tab: a session, then a ticket, with which the browser changes over to the port. */
export function useOpenWeb({ ipmi, type }: Controller) {
  const { proxy } = useTRPCClient()
  const [stage, setStage] = useState<Stage>({ at: 'ready' })
  const { task } = useTask(stage.at === 'task' ? stage.task : null)
  const left = useRef(false)
  const failed = (fault: unknown) => setStage({ at: 'failed', why: apiFault(fault).msg })

  const leave = (listen_web_port: number) => {
    if (left.current) return
    left.current = true
    setStage({ at: 'leaving' })
    proxy.proxySession.ticket.mutate({ body: { listen_web_port } }).then(({ ticket, host, secure }) => {
      // The ticket stands behind the #, which no server and no log gets to see.
      window.location.replace(
        `${secure ? 'https' : 'http'}://${host ?? window.location.hostname}:${listen_web_port}/.datahall/enter#${ticket}`,
      )
    }, failed)
  }
  const open = (reconnect = false) => {
    left.current = false
    setStage({ at: 'asked' })
    const body = { reconnect }
    const opened =
      controllerKinds[type].proxy === 'amt'
        ? proxy.amt.open.mutate({ params: { amt_id: ipmi, proxy_type: 'web' }, body })
        : proxy.ipmi.open.mutate({ params: { ipmi_id: ipmi, proxy_type: 'web' }, body })
    opened.then(
      ({ task, listen_web_port: port }) => (task === undefined ? leave(port) : setStage({ at: 'task', task, port })),
      failed,
    )
  }
  const status = task?.status
  const port = stage.at === 'task' ? stage.port : null
  const error = task?.error?.msg ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves once, when the task has ended
  useEffect(() => {
    if (port === null || status === undefined) return
    if (status === 'complete') leave(port)
    else if (status === 'failed' || status === 'aborted') setStage({ at: 'failed', why: error })
  }, [port, status, error])
  return { stage, open }
}
