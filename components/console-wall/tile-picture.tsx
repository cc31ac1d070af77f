'use client'
import { useEffect, useRef } from 'react'
import type { LinkState } from '../console/link/console-link.ts'
import { useConsoleLink } from '../console/link/use-console-link.ts'
import type { ConsoleKind, RequestTicket } from '../console/types.ts'
import type { SmallTerminal } from './small-terminal.ts'

type Props = {
  kind: ConsoleKind
  /** Whether there is something to watch, and a viewer to watch it. */
  running: boolean
  requestTicket: RequestTicket
  onState: (state: LinkState) => void
}

/** Screen of a VM or server, small and without input. */
export default function TilePicture(props: Props) {
  return props.kind === 'vnc' ? <ScreenPicture {...props} /> : <LinePicture {...props} />
}

function ScreenPicture({ kind, running, requestTicket, onState }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const { state } = useConsoleLink({
    kind,
    mode: 'view' as const,
    running,
    requestTicket,
    load: async () => (await import('@novnc/novnc')).default,
    attach: (Rfb, socket, ready) => {
      if (!stage.current) return () => {}
      const screen = new Rfb(stage.current, socket, { shared: true })
      Object.assign(screen, { viewOnly: true, scaleViewport: true, background: 'transparent', focusOnClick: false })
      screen.addEventListener('connect', ready)
      return () => screen.disconnect()
    },
  })
  useEffect(() => onState(state), [state, onState])
  return <div ref={stage} aria-hidden="true" className="absolute inset-0 *:pointer-events-none" />
}

function LinePicture({ kind, running, requestTicket, onState }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const terminal = useRef<SmallTerminal>(null)
  const { state } = useConsoleLink({
    kind,
    mode: 'view' as const,
    running,
    requestTicket,
    load: async () => {
      const { SmallTerminal } = await import('./small-terminal.ts')
      if (!terminal.current && stage.current) terminal.current = new SmallTerminal(stage.current)
    },
    attach: (_library, socket, ready) => {
      socket.addEventListener('open', ready)
      return terminal.current?.attach(socket) ?? (() => {})
    },
  })
  useEffect(
    () => () => {
      terminal.current?.dispose()
      terminal.current = null
    },
    [],
  )
  useEffect(() => onState(state), [state, onState])
  return <div ref={stage} aria-hidden="true" className="pointer-events-none absolute inset-1 overflow-hidden" />
}
