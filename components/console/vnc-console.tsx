'use client'
import type RFB from '@novnc/novnc'
import Camera from 'lucide-react/icons/camera'
import Clipboard from 'lucide-react/icons/clipboard'
import Eye from 'lucide-react/icons/eye'
import Maximize from 'lucide-react/icons/maximize'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import { ConsoleFrame, Divider } from './console-frame.tsx'
import { download, stampedName } from './download.ts'
import { ctrlAltDel, stepsOfChord } from './keys/chords.ts'
import { releaseWhenLeft } from './keys/held-keys.ts'
import { KeysMenu, type TypeKeys } from './keys-menu.tsx'
import { useConsoleLink } from './link/use-console-link.ts'
import { PastePanel, type PasteSettings } from './paste-panel.tsx'
import type { ConsoleProps } from './types.ts'
import { useFullScreen } from './use-full-screen.ts'

type Size = 'fit' | 'full'

const load = async () => (await import('@novnc/novnc')).default

/** The screen, with its keyboard and the keys that a browser keeps for itself. */
export function VncConsole(props: ConsoleProps) {
  const { name, running, requestTicket, mode } = props
  const t = useTranslations('console')
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const rfb = useRef<RFB>(null)
  const [size, setSize] = useState<Size>('fit')
  const [isViewOnly, setIsViewOnly] = useState(false)
  const [isPasting, setIsPasting] = useState(false)
  const [paste, setPaste] = useState<PasteSettings>({ layout: 'us', perSecond: 60, enter: true })
  const [picture, setPicture] = useState<{ width: number; height: number } | null>(null)
  const full = useFullScreen(root)
  const mayType = mode === 'control' && !isViewOnly

  const { state, reconnect } = useConsoleLink({
    kind: 'vnc' as const,
    mode,
    running,
    requestTicket,
    load,
    attach: (Rfb, socket, ready) => {
      if (!stage.current) return () => {}
      const screen = new Rfb(stage.current, socket, { shared: true })
      rfb.current = screen
      screen.background = 'transparent'
      screen.scaleViewport = size === 'fit'
      screen.viewOnly = !mayType
      const canvas = stage.current.querySelector('canvas')
      const watchSize = new MutationObserver(() => canvas && setPicture({ width: canvas.width, height: canvas.height }))
      if (canvas) watchSize.observe(canvas, { attributeFilter: ['width', 'height'] })
      screen.addEventListener('connect', () => {
        if (canvas) setPicture({ width: canvas.width, height: canvas.height })
        ready()
        if (!isPasting) screen.focus({ preventScroll: true })
      })
      const stopReleasing = canvas ? releaseWhenLeft(canvas) : () => {}
      return () => {
        stopReleasing()
        watchSize.disconnect()
        setPicture(null)
        rfb.current = null
        screen.disconnect()
      }
    },
  })
  useEffect(() => {
    if (rfb.current) rfb.current.scaleViewport = size === 'fit'
  }, [size])
  useEffect(() => {
    if (rfb.current) rfb.current.viewOnly = !mayType
  }, [mayType])

  const isOpen = state.at === 'open'
  const noKeys =
    mode === 'view' ? t('mayOnlyWatch') : !isOpen ? t('state.idle') : isViewOnly ? t('viewOnlyIsOn') : undefined
  const type: TypeKeys = (steps) => {
    for (const { keysym, code, down } of steps) rfb.current?.sendKey(keysym, code, down)
  }
  const typeAndReturn: TypeKeys = (steps) => {
    type(steps)
    rfb.current?.focus({ preventScroll: true })
  }
  const closePaste = () => {
    setIsPasting(false)
    rfb.current?.focus({ preventScroll: true })
  }
  // Ctrl Shift V comes from inside the picture too, where the library would send it on.
  useEffect(() => {
    const element = root.current
    const listen = (event: KeyboardEvent) => {
      if (event.code !== 'KeyV' || !event.ctrlKey || !event.shiftKey || noKeys) return
      event.preventDefault()
      event.stopPropagation()
      setIsPasting(true)
    }
    element?.addEventListener('keydown', listen, true)
    return () => element?.removeEventListener('keydown', listen, true)
  }, [noKeys])

  return (
    <ConsoleFrame
      console={props}
      root={root}
      state={state}
      onReconnect={reconnect}
      tools={
        <>
          <Button
            size="sm"
            kind="quiet"
            disabledReason={noKeys}
            onClick={() => typeAndReturn(stepsOfChord(ctrlAltDel))}
          >
            Ctrl-Alt-Del
          </Button>
          <KeysMenu onKeys={typeAndReturn} disabledReason={noKeys} />
          <Button
            size="sm"
            kind={isPasting ? 'default' : 'quiet'}
            icon={<Clipboard />}
            aria-expanded={isPasting}
            disabledReason={noKeys}
            onClick={() => (isPasting ? closePaste() : setIsPasting(true))}
          >
            {t('paste.title')}
          </Button>
          <Divider />
          <Segmented
            size="sm"
            label={t('size.label')}
            value={size}
            onValueChange={setSize}
            options={[
              { value: 'fit', label: t('size.fit') },
              { value: 'full', label: '1:1' },
            ]}
          />
          <IconButton size="sm" label={full.isFull ? t('leaveFullScreen') : t('fullScreen')} onClick={full.toggle}>
            <Maximize />
          </IconButton>
          <IconButton
            size="sm"
            label={t('screenshot')}
            disabledReason={isOpen ? undefined : t('state.idle')}
            onClick={() =>
              rfb.current?.toBlob((blob) => blob && download(blob, stampedName(name, new Date(), 'png')), 'image/png')
            }
          >
            <Camera />
          </IconButton>
          <Button
            size="sm"
            kind={mayType ? 'quiet' : 'default'}
            icon={<Eye />}
            aria-pressed={!mayType}
            disabledReason={mode === 'view' ? t('mayOnlyWatch') : undefined}
            onClick={() => setIsViewOnly(!isViewOnly)}
          >
            {t('viewOnly')}
          </Button>
        </>
      }
      panel={
        isPasting && !noKeys ? (
          <PastePanel settings={paste} onSettings={setPaste} onKeys={type} onClose={closePaste} />
        ) : null
      }
      facts={
        <>
          {picture ? <span>{t('pixels', picture)}</span> : null}
          <span>{t('layoutFact', { layout: t(`paste.layouts.${paste.layout}`) })}</span>
        </>
      }
    >
      <div
        ref={stage}
        role="application"
        aria-label={t('screenOf', { name })}
        className="min-h-0 min-w-0 flex-1 overflow-hidden rounded-sm bg-screen ring-1 ring-line-strong"
      />
    </ConsoleFrame>
  )
}
