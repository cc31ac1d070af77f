'use client'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SwitchPort } from '../../../server/domain/switch/record.ts'
import { useSaid } from '../../i18n/said.tsx'
import { cn } from '../../ui/class-names.ts'
import { type StateKind, StateMark } from '../../ui/display/state-mark.tsx'
import { floatClass } from '../../ui/floating/float-class.ts'
import {
  type FaceColour,
  faceNumber,
  facePlan,
  faceStep,
  type PortLook,
  type PortRates,
  portLook,
} from './face-plan.ts'
import { usePortLabels } from './port-labels.ts'

export type PortFaceProps = {
  label: string
  ports: readonly SwitchPort[]
  colour: FaceColour
  legend: ReadonlyMap<number, string>
  rates: ReadonlyMap<number, PortRates>
  /** Ports that differ from the plan. */
  differs: ReadonlySet<number>
  picked: number | null
  onPick: (id: number) => void
  /** Smaller, for a side panel. */
  small?: boolean
}

/** The ports of a switch as on its face: each a button that says its facts; arrows walk as the eye does. */
export function PortFace(props: PortFaceProps) {
  const { label, ports, colour, legend, rates, differs, picked, onPick, small = false } = props
  const words = usePortLabels()
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const blocks = useMemo(() => facePlan(ports), [ports])
  const inOrder = useMemo(() => blocks.flatMap((block) => block.ports), [blocks])
  const [over, setOver] = useState<{ port: SwitchPort; x: number; y: number } | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const at = Math.max(
    0,
    inOrder.findIndex(({ id }) => id === (cursor ?? picked)),
  )
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setOver(null)
    const to = faceStep(at, event.key, inOrder.length)
    const port = to === null ? undefined : inOrder[to]
    if (!port) return
    event.preventDefault()
    setCursor(port.id)
    box.current?.querySelector<HTMLElement>(`[data-port="${port.id}"]`)?.focus()
  }
  const show = (port: SwitchPort, button: HTMLElement) => {
    const frame = box.current?.getBoundingClientRect()
    if (!frame) return
    const place = button.getBoundingClientRect()
    setOver({
      port,
      x: Math.max(0, Math.min(place.left - frame.left, frame.width - 232)),
      y: place.bottom - frame.top + 4,
    })
  }
  const now = over && inOrder.find(({ id }) => id === over.port.id)
  return (
    <div className="relative" ref={box}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex line in every browser */}
      <div
        role="group"
        aria-label={label}
        onKeyDown={keys}
        onPointerLeave={() => setOver(null)}
        className={cn('flex flex-wrap gap-y-2', small ? 'gap-x-1' : 'gap-x-4')}
      >
        {blocks.map(({ wide, ports: inBlock }) => (
          <div
            key={inBlock[0]?.id}
            className={cn('grid grid-flow-col grid-rows-[auto_auto]', small ? 'gap-px' : 'gap-0.5')}
          >
            {inBlock.map((port) => (
              <PortButton
                key={port.id}
                port={port}
                look={portLook(port, colour, legend, rates.get(port.id))}
                differs={differs.has(port.id)}
                wide={wide}
                small={small}
                picked={port.id === picked}
                current={inOrder[at]?.id === port.id}
                words={words.sentence(port, rates.get(port.id), differs.has(port.id))}
                below={wide && !small ? words.corner(port) : null}
                hint={over?.port.id === port.id ? hint : undefined}
                onShow={show}
                onHide={() => setOver(null)}
                onFocus={() => setCursor(port.id)}
                onPick={() => onPick(port.id)}
              />
            ))}
          </div>
        ))}
      </div>
      {over && now ? (
        <div
          id={hint}
          role="tooltip"
          className={cn(floatClass, 'pointer-events-none absolute z-20 w-58 animate-fade px-3 py-2 text-12')}
          style={{ left: over.x, top: over.y }}
        >
          <PortHint port={now} rates={rates.get(now.id)} differs={differs.has(now.id)} />
        </div>
      ) : null}
    </div>
  )
}

/** Facts of the port under the pointer; its name and its side panel say the same. */
function PortHint({ port, rates, differs }: { port: SwitchPort; rates: PortRates | undefined; differs: boolean }) {
  const words = usePortLabels()
  const t = useTranslations('device.face')
  const said = useSaid()
  const lines: (string | null)[] = [
    words.peer(port),
    words.vlan(port),
    words.traffic(rates),
    port.note || port.description || null,
    differs ? t('differs') : null,
    port.fault && said(port.fault),
  ]
  return (
    <>
      <p className="flex items-baseline gap-2">
        <b className="mono min-w-0 truncate font-semibold">{words.name(port)}</b>
        <span className="ml-auto whitespace-nowrap text-fg-2">{words.state(port)}</span>
      </p>
      {[...new Set(lines)]
        .filter((line) => line !== null)
        .map((line, n) => (
          <p key={line} className={cn('line-clamp-2 break-words', n === 0 ? 'text-fg' : 'text-fg-2')}>
            {line}
          </p>
        ))}
    </>
  )
}

const edges: Record<PortLook['look'], string> = {
  filled: 'border-transparent',
  blank: 'border-line-control bg-bg text-fg-2',
  none: 'border-dashed border-line-control bg-bg text-fg-3',
  shut: 'border-line-control bg-bg text-fg-3',
  warn: 'border-warn-solid bg-warn-tint text-warn-fg',
  fault: 'border-fault-solid bg-bg text-fault-fg',
}

const onGround = (ground: string) =>
  `var(--${ground.startsWith('ramp') ? ground.replace('ramp', 'ramp-on') : 'cat-on'})`

type PortButtonProps = {
  port: SwitchPort
  look: PortLook
  differs: boolean
  wide: boolean
  small: boolean
  picked: boolean
  current: boolean
  words: string
  below: string | null
  hint: string | undefined
  onShow: (port: SwitchPort, button: HTMLElement) => void
  onHide: () => void
  onFocus: () => void
  onPick: () => void
}

function PortButton(props: PortButtonProps) {
  const { port, look, wide, small, picked } = props
  const sign: StateKind | null =
    port.task_id !== null ? 'run' : port.fault || look.look === 'fault' ? 'fault' : props.differs ? 'warn' : null
  return (
    <button
      type="button"
      data-port={port.id}
      data-look={look.look}
      data-ground={look.ground ?? undefined}
      tabIndex={props.current ? 0 : -1}
      aria-pressed={picked}
      aria-label={props.words}
      aria-describedby={props.hint}
      onClick={props.onPick}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') props.onShow(port, event.currentTarget)
      }}
      onFocus={(event) => {
        props.onFocus()
        if (event.currentTarget.matches(':focus-visible')) props.onShow(port, event.currentTarget)
      }}
      onBlur={props.onHide}
      style={look.ground ? { background: `var(--${look.ground})`, color: onGround(look.ground) } : undefined}
      className={cn(
        'num relative overflow-hidden rounded-xs border text-left text-11',
        small ? 'h-6 min-w-6 px-0.5 text-center' : wide ? 'h-7 w-16 px-1' : 'h-7 w-8.5 px-1',
        edges[look.look],
        // The lightest ground is nearly that of the face.
        look.ground === 'ramp-0' && 'border-line-strong',
        picked && 'z-10 outline-2 outline-offset-1 outline-accent',
      )}
    >
      {/* The name of the button says all of it: what stands on the port is drawn, not written. */}
      <span
        data-number={faceNumber(port)}
        className={cn('after:content-[attr(data-number)]', !small && 'absolute top-0 left-1')}
      />
      {small ? null : sign ? (
        <StateMark kind={sign} className="absolute right-0.5 bottom-0.5 size-3 rounded-full bg-bg" />
      ) : look.look === 'shut' ? (
        <Cross />
      ) : props.below ? (
        <span
          data-corner={props.below}
          className="absolute right-1 bottom-0 max-w-13 truncate after:content-[attr(data-corner)]"
        />
      ) : port.server ? (
        <Plugged />
      ) : null}
    </button>
  )
}

const Cross = () => (
  <svg viewBox="0 0 8 8" aria-hidden="true" className="absolute right-1 bottom-1 size-2 stroke-current" fill="none">
    <path d="m1 1 6 6M7 1 1 7" />
  </svg>
)

/** A plug in the socket: a server of the panel hangs here. */
const Plugged = () => (
  <svg viewBox="0 0 9 6" aria-hidden="true" className="absolute right-1 bottom-1 h-1.5 w-2.5 fill-current opacity-70">
    <path d="M0 2h2V0h5v2h2v4H0z" />
  </svg>
)
