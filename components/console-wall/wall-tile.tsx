'use client'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import type { LinkState } from '../console/link/console-link.ts'
import { linkMark, useLinkLabels } from '../console/link/link-labels.tsx'
import type { RequestTicket } from '../console/types.ts'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import type { WallChoice } from './wall-store.ts'

const TilePicture = lazy(() => import('./tile-picture.tsx'))

/** A VM or server of the wall: undefined while it is read, null when it is not visible to this account. */
export type WallMachine = { name: string; running: boolean } | null | undefined

/** One console of the wall: what it shows, its name, and how the connection is. A click opens it. */
export function WallTile(props: { choice: WallChoice; machine: WallMachine; onRemove: () => void }) {
  const { choice, machine, onRemove } = props
  const { object, id, kind } = choice
  const t = useTranslations('consoleWall')
  const box = useRef<HTMLLIElement>(null)
  const isSeen = useIsSeen(box)
  const { vm, dci } = useTRPCClient()
  const [state, setState] = useState<LinkState>({ at: 'idle' })
  const { short, cause } = useLinkLabels(state)
  const requestTicket = useCallback<RequestTicket>(
    async (_kind, mode) => {
      try {
        return kind === 'serial' || (kind === 'vnc' && object === 'host')
          ? await vm.host.console.mutate({ params: { host_id: id }, body: { kind, mode } })
          : await dci.serverConsole.open.mutate({
              params: { server_id: id },
              body: { kind: kind === 'vnc' ? 'vnc' : 'sol', mode },
            })
      } catch (fault) {
        throw new Error(apiFault(fault).msg)
      }
    },
    [vm, dci, object, id, kind],
  )
  const name = machine?.name ?? `${id}`
  const href =
    object === 'host'
      ? `${paths.host(id, 'console')}${kind === 'serial' ? '&kind=serial' : ''}`
      : `${paths.server(id, 'console')}${kind === 'vnc' ? '&kind=vnc' : ''}`
  const running = Boolean(machine?.running)
  const words =
    machine === null
      ? t('gone')
      : machine && !running
        ? t('off')
        : !isSeen
          ? t('paused')
          : state.at === 'open'
            ? null
            : (cause ?? short)
  return (
    <li ref={box} className="relative flex flex-col overflow-hidden rounded-md border border-line bg-raised">
      <div className="relative aspect-10/7 w-full overflow-hidden bg-screen">
        {machine ? (
          <Suspense>
            <TilePicture kind={kind} running={running && isSeen} requestTicket={requestTicket} onState={setState} />
          </Suspense>
        ) : null}
        {words ? (
          <p className="absolute inset-0 grid place-items-center p-2 text-center text-12 text-screen-text">
            <span className="line-clamp-3">{words}</span>
          </p>
        ) : null}
        <Link
          href={href}
          aria-label={t('open', { name: `${name}, ${t(kind === 'vnc' ? 'screen' : kind)}` })}
          className="absolute inset-0 z-10 rounded-t-md focus-visible:-outline-offset-2"
        />
      </div>
      <div className="flex min-h-8 items-center gap-2 pr-1 pl-2.5">
        {/* Of what is not watched no connection is told. */}
        {running && isSeen ? <StateMark kind={linkMark[state.at]} label={short} /> : <StateMark kind="off" />}
        <span className="min-w-0 truncate font-semibold">{name}</span>
        <span className="flex-none text-12 text-fg-3">{t(kind === 'vnc' ? 'screen' : kind)}</span>
        {state.at === 'open' && state.recorded ? (
          <span className="flex-none text-12 font-medium text-fault-fg">{t('recorded')}</span>
        ) : null}
        <IconButton size="sm" className="ml-auto" label={t('remove', { name })} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
    </li>
  )
}

/** Whether it is visible: the tab is in front, and the tile is scrolled into sight. */
function useIsSeen(box: React.RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(false)
  const [isFront, setIsFront] = useState(true)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? false), {
      rootMargin: '100px',
    })
    watch.observe(element)
    const read = () => setIsFront(!document.hidden)
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      watch.disconnect()
      document.removeEventListener('visibilitychange', read)
    }
  }, [box])
  return inSight && isFront
}
