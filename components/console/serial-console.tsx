'use client'
import Ban from 'lucide-react/icons/ban'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { ConsoleFrame, Divider } from './console-frame.tsx'
import { download, stampedName } from './download.ts'
import { useConsoleLink } from './link/use-console-link.ts'
import { SerialSearch } from './serial-search.tsx'
import type { SerialTerminal } from './serial-terminal.ts'
import type { ConsoleProps } from './types.ts'
import { useFullScreen } from './use-full-screen.ts'

const smallest = 9
const largest = 28

/** The machine's serial port in a terminal. What was said stays while the connection comes and goes. */
export function SerialConsole(
  props: ConsoleProps & { /** Sends a break; absent where the line has none. */ onBreak?: () => void },
) {
  const { name, running, requestTicket, mode, onBreak } = props
  const t = useTranslations('console')
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const terminal = useRef<SerialTerminal>(null)
  const [fontSize, setFontSize] = useState(13)
  const [isSearching, setIsSearching] = useState(false)
  const [dimensions, setDimensions] = useState<{ columns: number; rows: number } | null>(null)
  const full = useFullScreen(root)

  const { state, reconnect } = useConsoleLink({
    ...{ kind: 'serial' as const, mode, running, requestTicket },
    load: async () => {
      const { SerialTerminal } = await import('./serial-terminal.ts')
      if (!terminal.current && stage.current) {
        terminal.current = new SerialTerminal(stage.current, {
          fontSize,
          readOnly: mode === 'view',
          onSize: (columns, rows) => setDimensions({ columns, rows }),
        })
      }
    },
    attach: (_library, socket, ready) => {
      socket.addEventListener('open', () => {
        ready()
        terminal.current?.focus()
      })
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
  useEffect(() => terminal.current?.setFontSize(fontSize), [fontSize])

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
          {onBreak ? (
            <Button
              size="sm"
              kind="quiet"
              onClick={onBreak}
              disabledReason={mode === 'view' ? t('mayOnlyWatch') : isOpen ? undefined : t('state.idle')}
            >
              {t('serial.break')}
            </Button>
          ) : null}
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
