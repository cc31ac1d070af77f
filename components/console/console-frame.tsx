'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { PopOutIcon, PowerIcon, RestartIcon } from '../ui/display/icons.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import type { LinkState } from './link/console-link.ts'
import { linkMark, useLinkLabels } from './link/link-labels.tsx'
import { LinkNotice } from './link/link-notice.tsx'
import { PowerPanel } from './power-panel.tsx'
import type { ConsoleProps } from './types.ts'
import { Watchers } from './watchers.tsx'

/** A thin line between groups of tools. */
export const Divider = () => <span aria-hidden="true" className="mx-0.5 h-4 w-px flex-none bg-line-strong" />

/** Toolbar above, picture with panels beside it, status line below: the same for screens and serial ports. */
export function ConsoleFrame(props: {
  console: ConsoleProps
  root: RefObject<HTMLDivElement | null>
  state: LinkState
  onReconnect: () => void
  onTakeOver?: () => void
  /** The line itself is lost at the moment, though the page is connected. */
  isInterrupted?: boolean
  /** Under the tools, over the whole width. */
  notice?: ReactNode
  tools: ReactNode
  /** Something to fill in, over the right edge of the picture. */
  panel?: ReactNode
  facts?: ReactNode
  children: ReactNode
}) {
  const {
    console: given,
    root,
    state,
    onReconnect,
    onTakeOver,
    isInterrupted,
    notice,
    tools,
    panel,
    facts,
    children,
  } = props
  const { name, running, stopped, power, watchers, lead, note, popOutHref, help } = given
  const powered = given.powerState ?? (running ? 'on' : 'off')
  const t = useTranslations('console')
  const hasRoom = useIsWider(1180)
  const { short, cause } = useLinkLabels(state)
  const powerState = (
    <State kind={powered === 'unknown' ? 'unknown' : powered} plain>
      {powered === 'on'
        ? t(given.powerState ? 'powerOn' : 'running')
        : powered === 'off'
          ? t('off')
          : t('powerUnknown')}
    </State>
  )
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col bg-bg">
      <div
        role="toolbar"
        aria-label={t('toolbar', { name })}
        className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-2 phone:flex-nowrap phone:overflow-x-auto phone:px-4"
      >
        {lead}
        {lead ? <Divider /> : null}
        {tools}
        <span className="ml-auto flex min-w-0 items-center gap-2 phone:min-w-fit">
          <Watchers watchers={watchers} />
          {hasRoom || power.length === 0 ? null : (
            <Menu
              label={t('power')}
              entries={power}
              trigger={
                <Button size="sm" kind="quiet" icon={<PowerIcon />}>
                  {t('power')}
                  <ChevronDown className="size-3" />
                </Button>
              }
            />
          )}
          {popOutHref ? (
            <Button size="sm" kind="quiet" icon={<PopOutIcon />} onClick={() => popOut(popOutHref)}>
              {t('popOut')}
            </Button>
          ) : null}
          <Button
            size="sm"
            kind="quiet"
            icon={<RestartIcon />}
            onClick={onReconnect}
            disabledReason={running ? undefined : stopped.title}
          >
            {t('reconnect')}
          </Button>
        </span>
      </div>
      {notice}
      <div className="relative flex min-h-0 flex-1 gap-6 bg-inset px-6 py-4 phone:p-2">
        <div className="relative flex min-w-0 flex-1">
          {children}
          <LinkNotice
            state={state}
            running={running}
            stopped={stopped}
            onReconnect={onReconnect}
            onTakeOver={onTakeOver}
            help={help}
          />
        </div>
        {hasRoom && power.length > 0 ? (
          <div className="flex w-80 flex-none flex-col justify-between gap-4 overflow-y-auto">
            <div>{panel}</div>
            <PowerPanel entries={power} state={powerState} />
          </div>
        ) : panel ? (
          <div className="absolute top-2 right-6 z-20 w-80 max-w-[calc(100%-16px)] phone:right-2">{panel}</div>
        ) : null}
      </div>
      <div className="num flex h-8 flex-none items-center gap-4 overflow-hidden border-t border-line bg-subtle px-6 text-12 whitespace-nowrap text-fg-3 phone:px-4">
        <span className="flex flex-none">
          <State kind={!running ? 'off' : isInterrupted ? 'warn' : linkMark[state.at]} plain={false}>
            {!running ? t('state.idle') : isInterrupted ? t('line.interrupted') : short}
          </State>
        </span>
        {state.at === 'open' && state.recorded ? (
          <span className="flex flex-none items-center gap-1.5 font-medium text-fault-fg" role="status">
            <span aria-hidden="true" className="size-2 rounded-full bg-current" />
            {t('recorded')}
          </span>
        ) : null}
        {cause && running ? (
          <span className="truncate">{cause}</span>
        ) : (
          <span className="flex min-w-0 gap-4 phone:hidden">{facts}</span>
        )}
        {note ? <span className="ml-auto">{note}</span> : null}
      </div>
    </div>
  )
}

/** A window of its own; a second click brings the same one to the front. */
function popOut(href: string): void {
  window.open(href, `console ${href}`, 'popup,width=1024,height=800')
}

function useIsWider(width: number): boolean {
  const [is, setIs] = useState(false)
  useEffect(() => {
    const list = window.matchMedia(`(width >= ${width}px)`)
    const read = () => setIs(list.matches)
    read()
    list.addEventListener('change', read)
    return () => list.removeEventListener('change', read)
  }, [width])
  return is
}
