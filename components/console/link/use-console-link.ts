'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ConsoleKind, ConsoleMode, RequestTicket } from '../types.ts'
import { ConsoleLink, type LinkState } from './console-link.ts'

export type Attach = (socket: WebSocket, ready: () => void) => () => void

function openSocket(path: string, protocols: string[]): WebSocket {
  const address = new URL(path, window.location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address, protocols)
  socket.binaryType = 'arraybuffer'
  return socket
}

/**
 *
 * Keeps a console connected while the VM or server runs.
 * @param load loads the library that draws; the connection waits for it
 */
export function useConsoleLink<Library>(props: {
  kind: ConsoleKind
  mode: ConsoleMode
  running: boolean
  requestTicket: RequestTicket
  /** Sub-protocols besides, and what is added to the address, at each attempt. */
  offer?: () => { protocols: string[]; query: string }
  load: () => Promise<Library>
  attach: (library: Library, ...rest: Parameters<Attach>) => ReturnType<Attach>
}): { state: LinkState; reconnect: () => void; takeOver: () => void } {
  const { kind, mode, running } = props
  const [state, setState] = useState<LinkState>({ at: 'idle' })
  const latest = useRef(props)
  latest.current = props
  const library = useRef<Library | null>(null)

  const link = useMemo(
    () =>
      new ConsoleLink<WebSocket>({
        ticket: async (options) => {
          library.current ??= await latest.current.load()
          return latest.current.requestTicket(kind, mode, options)
        },
        open: openSocket,
        offer: () => latest.current.offer?.() ?? { protocols: [], query: '' },
        attach: (socket, ready) => latest.current.attach(library.current as Library, socket, ready),
        onState: setState,
      }),
    [kind, mode],
  )
  useEffect(() => {
    if (!running) return
    link.start()
    return () => link.stop()
  }, [link, running])
  return { state, reconnect: () => link.start(), takeOver: () => link.start({ takeOver: true }) }
}
