'use client'
import Ban from 'lucide-react/icons/ban'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LineStatus } from '../../server/domain/console/line.ts'
import { useSaid } from '../i18n/said.tsx'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { toast } from '../ui/floating/toast.tsx'
import { ConsoleFrame, Divider } from './console-frame.tsx'
import { download, stampedName } from './download.ts'
import { KeyboardBar } from './line/keyboard-bar.tsx'
import { LineTalk } from './line/line-talk.ts'
import { useConsoleLink } from './link/use-console-link.ts'
import { SerialSearch } from './serial-search.tsx'
import type { SerialTerminal } from './serial-terminal.ts'
import type { ConsoleProps } from './types.ts'
import { useFullScreen } from './use-full-screen.ts'

const smallest = 9
const largest = 28

/** The serial port in a terminal. Output stays while the connection comes and goes. */
export function SerialConsole(
  props: ConsoleProps & { /** A machine's serial port, or a server's, over its controller. */ kind: 'serial' | 'sol' },
) {
  const { name, running, requestTicket, mode, kind, watchers } = props
  const t = useTranslations('console')
  const said = useSaid()
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const terminal = useRef<SerialTerminal>(null)
  const [fontSize, setFontSize] = useState(13)
  const [isSearching, setIsSearching] = useState(false)
  const [dimensions, setDimensions] = useState<{ columns: number; rows: number } | null>(null)
  const [isViewOnly, setIsViewOnly] = useState(false)
  const [line, setLine] = useState<LineStatus | null>(null)
  const full = useFullScreen(root)
  const latest = useRef({ t, said, watchers, line })
  latest.current = { t, said, watchers, line }
  const [talk] = useState(
    () =>
      new LineTalk({
        onStatus: setLine,
        onGap: () => terminal.current?.remark(latest.current.t('line.gap')),
        onKept: () => toast({ title: latest.current.t('line.kept') }),
        onFault: (words) =>
          toast({ kind: 'fault', title: latest.current.t('line.notDone'), detail: latest.current.said(words) }),
      }),
  )
  const isReadOnly = mode === 'view' || isViewOnly || line?.keyboard === 'another'

  const { state, reconnect, takeOver } = useConsoleLink({
    kind,
    mode,
    running,
    requestTicket,
    offer: talk.offer,
    load: async () => {
      const { SerialTerminal } = await import('./serial-terminal.ts')
      if (!terminal.current && stage.current) {
        terminal.current = new SerialTerminal(stage.current, {
          fontSize,
          readOnly: isReadOnly,
          label: latest.current.t('serial.input'),
          onSize: (columns, rows) => setDimensions({ columns, rows }),
        })
      }
    },
    attach: (_library, socket, ready) => {
      // The page is connected before the line is: a controller takes a moment.
      const started = () => {
        ready()
        terminal.current?.focus()
      }
      const detach = [talk.attach(socket, started), terminal.current?.attach(socket)]
      return () => {
        for (const each of detach) each?.()
      }
    },
  })
  useEffect(
    () => () => {
      terminal.current?.dispose()
      terminal.current = null
    },
    [],
  )
  useEffect(() => terminal.current?.setFontSize(fontSize), [fontSize])
  useEffect(() => terminal.current?.setReadOnly(isReadOnly), [isReadOnly])

  const isOpen = state.at === 'open'
  const copy = async () => {
    const text = terminal.current?.selection() || terminal.current?.text() || ''
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: t('serial.copied', { count: text.split('\n').length }) })
    } catch {
      toast({ kind: 'fault', title: t('serial.notCopied') })
    }
    terminal.current?.focus()
  }

  return (
    <ConsoleFrame
      console={props}
      root={root}
      state={state}
      onReconnect={reconnect}
      {...(mode === 'control' && { onTakeOver: takeOver })}
      isInterrupted={isOpen && line?.state === 'interrupted'}
      notice={
        isOpen && line ? (
          <KeyboardBar
            status={line}
            watchers={watchers}
            mayType={mode === 'control'}
            onCommand={(type) => {
              talk.command(type)
              terminal.current?.focus()
            }}
          />
        ) : null
      }
      tools={
        <>
          <Button size="sm" kind="quiet" icon={<Copy />} onClick={() => void copy()}>
            {t('serial.copy')}
          </Button>
          <Button
            size="sm"
            kind={isSearching ? 'default' : 'quiet'}
            icon={<Search />}
            aria-expanded={isSearching}
            onClick={() => setIsSearching(!isSearching)}
          >
            {t('serial.search')}
          </Button>
          <Button size="sm" kind="quiet" icon={<Ban />} onClick={() => terminal.current?.clear()}>
            {t('serial.clear')}
          </Button>
          <Button
            size="sm"
            kind="quiet"
            icon={<Download />}
            onClick={() =>
              download(
                new Blob([terminal.current?.text() ?? ''], { type: 'text/plain' }),
                stampedName(name, new Date(), 'log'),
              )
            }
          >
            {t('serial.download')}
          </Button>
          <Divider />
          <IconButton
            size="sm"
            label={t('serial.smaller')}
            onClick={() => setFontSize(Math.max(smallest, fontSize - 1))}
          >
            <Minus />
          </IconButton>
          <span className="num text-12 text-fg-3">{t('serial.points', { size: fontSize })}</span>
          <IconButton size="sm" label={t('serial.larger')} onClick={() => setFontSize(Math.min(largest, fontSize + 1))}>
            <Plus />
          </IconButton>
          <IconButton size="sm" label={full.isFull ? t('leaveFullScreen') : t('fullScreen')} onClick={full.toggle}>
            <Maximize />
          </IconButton>
          {line?.can_break ? (
            <Button
              size="sm"
              kind="quiet"
              onClick={() => {
                talk.command('break')
                terminal.current?.focus()
              }}
              disabledReason={
                mode === 'view'
                  ? t('mayOnlyWatch')
                  : isViewOnly
                    ? t('viewOnlyIsOn')
                    : isReadOnly
                      ? t('line.notYours')
                      : undefined
              }
            >
              {t('serial.break')}
            </Button>
          ) : null}
          <Button
            size="sm"
            kind={mode === 'view' || isViewOnly ? 'default' : 'quiet'}
            icon={<Eye />}
            aria-pressed={mode === 'view' || isViewOnly}
            disabledReason={mode === 'view' ? t('mayOnlyWatch') : undefined}
            onClick={() => setIsViewOnly(!isViewOnly)}
          >
            {t('viewOnly')}
          </Button>
        </>
      }
      panel={
        isSearching ? (
          <SerialSearch
            find={(words, backwards) => terminal.current?.find(words, backwards) ?? false}
            onClose={() => {
              setIsSearching(false)
              terminal.current?.endSearch()
              terminal.current?.focus()
            }}
          />
        ) : null
      }
      facts={
        <>
          {dimensions ? <span>{t('serial.dimensions', dimensions)}</span> : null}
          {isOpen ? <span>{t('serial.hint')}</span> : null}
        </>
      }
    >
      <div
        ref={stage}
        className="min-h-0 min-w-0 flex-1 overflow-hidden rounded-sm bg-screen p-2 ring-1 ring-line-strong"
      />
    </ConsoleFrame>
  )
}
