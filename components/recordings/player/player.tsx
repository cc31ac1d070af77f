'use client'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Recording } from '../../../server/domain/recording/schema.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { clock } from '../../ui/display/time-labels.ts'
import { useFileSize } from '../use-file-size.ts'
import { Playback, type PlaybackState } from './playback.ts'
import { PlayerSearch } from './player-search.tsx'
import type { TerminalScreen } from './terminal-screen.ts'
import { useRecordingFrames } from './use-recording.ts'

const speeds = ['0.5', '1', '2', '4', '8', '16'] as const
const STEP_MS = 5_000

/** Picture, seek bar and what is set about the playing. Space plays and pauses, the arrows go five seconds. */
export default function Player({ recording }: { recording: Recording }) {
  const { kind, object_name: name } = recording
  const t = useTranslations('recordings.player')
  const size = useFileSize()
  const loaded = useRecordingFrames(recording.id)
  const stage = useRef<HTMLDivElement>(null)
  const playback = useRef<Playback>(null)
  const terminal = useRef<TerminalScreen>(null)
  const [state, setState] = useState<PlaybackState>({ at: 0, length: 0, playing: false })
  const [speed, setSpeed] = useState<(typeof speeds)[number]>('1')
  const [skips, setSkips] = useState(true)
  const [isReady, setIsReady] = useState(false)
  const isScreen = kind === 'vnc'

  useEffect(() => {
    let gone = false
    const begin = async () => {
      const element = stage.current
      if (isScreen) {
        const { VncScreen } = await import('./vnc-screen.ts')
        if (gone || !element) return
        playback.current = new Playback(new VncScreen(element), setState)
      } else {
        const { TerminalScreen } = await import('./terminal-screen.ts')
        if (gone || !element) return
        terminal.current = new TerminalScreen(element, element.ariaLabel ?? '')
        playback.current = new Playback(terminal.current, setState)
      }
      setIsReady(true)
    }
    void begin()
    return () => {
      gone = true
      playback.current?.dispose()
      playback.current = null
      terminal.current = null
      setIsReady(false)
    }
  }, [isScreen])
  useEffect(() => {
    // While it is being recorded there may be more here than the index says.
    if (isReady) playback.current?.load(loaded.frames, recording.duration_ms)
  }, [isReady, loaded.frames, recording.duration_ms])
  useEffect(() => {
    if (isReady && playback.current) Object.assign(playback.current, { speed: Number(speed), skipsIdle: skips })
  }, [isReady, speed, skips])

  const toggle = () => (state.playing ? playback.current?.pause() : playback.current?.play())
  const onKey = (event: KeyboardEvent) => {
    const { target } = event
    const isControl = target instanceof HTMLElement && target.closest('input, button, select, [role=combobox]')
    if (isControl || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ') toggle()
    else if (event.key === 'ArrowLeft') playback.current?.seek(state.at - STEP_MS)
    else if (event.key === 'ArrowRight') playback.current?.seek(state.at + STEP_MS)
    else return
    event.preventDefault()
  }
  const isEmpty = loaded.done && loaded.frames.length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole player; each has its control besides
    <div className="flex min-h-105 flex-1 flex-col" onKeyDown={onKey}>
      {loaded.fault ? (
        <Notice kind="fault" title={t('unread')} className="mx-6 mb-3 phone:mx-4">
          {loaded.fault}
        </Notice>
      ) : isEmpty ? (
        <Notice kind="plain" className="mx-6 mb-3 phone:mx-4">
          {t('empty')}
        </Notice>
      ) : null}
      <div className="flex min-h-0 flex-1 bg-inset px-6 py-4 phone:p-2">
        <section
          ref={stage}
          aria-label={t(isScreen ? 'screenOf' : 'terminalOf', { name })}
          className="min-h-60 min-w-0 flex-1 overflow-hidden rounded-sm bg-screen p-2 ring-1 ring-line-strong"
        />
      </div>
      <div
        role="toolbar"
        aria-label={t('toolbar')}
        className="flex flex-none flex-wrap items-center gap-3 border-t border-line px-6 py-2 phone:px-4"
      >
        <Button
          kind="primary"
          icon={state.playing ? <Pause /> : <Play />}
          onClick={toggle}
          disabledReason={loaded.frames.length === 0 ? t(loaded.done ? 'empty' : 'loading') : undefined}
        >
          {t(state.playing ? 'pause' : 'play')}
        </Button>
        <input
          type="range"
          aria-label={t('place')}
          aria-valuetext={t('of', { at: clock(state.at / 1000), length: clock(state.length / 1000) })}
          min={0}
          max={Math.max(1, state.length)}
          step={Math.max(1, Math.min(1_000, Math.round(state.length / 200)))}
          value={Math.round(state.at)}
          onChange={(event) => playback.current?.seek(Number(event.target.value))}
          className="h-4 min-w-40 flex-1 accent-(--accent)"
        />
        <span className="num text-12 text-fg-2">
          {t('of', { at: clock(state.at / 1000), length: clock(state.length / 1000) })}
        </span>
        <Select
          aria-label={t('speed')}
          value={speed}
          onValueChange={setSpeed}
          options={speeds.map((value) => ({ value, label: `${value}x` }))}
        />
        <Checkbox checked={skips} onChange={(event) => setSkips(event.target.checked)}>
          {t('skip')}
        </Checkbox>
        {isScreen ? null : (
          <PlayerSearch
            frames={loaded.frames}
            at={state.at}
            onFound={(ms, words) => {
              const playing = playback.current
              playing?.pause()
              playing?.seek(ms)
              void playing?.settled().then(() => terminal.current?.mark(words))
            }}
          />
        )}
        {loaded.done ? null : (
          <span role="status" className="text-12 text-fg-3">
            {t('loaded', { size: size(loaded.bytes) })}
          </span>
        )}
      </div>
    </div>
  )
}
