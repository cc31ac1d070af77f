'use client'
import { useRouter } from 'next/navigation'
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { DrawnDevice, RackDiagram } from '../../../server/domain/rack/diagram.ts'
import { paths } from '../../paths.ts'
import { boxOf, dropUnit, faceAt, frame, halfAt, heightOf, type Side } from '../diagram/geometry.ts'
import { type Held, type MoveKey, type Picked, spotOf, stepBy, tryFit } from '../diagram/ghost.ts'
import { canMove, moving, useMoving } from './moving.ts'
import { usePut } from './use-put.ts'
import { useUndo } from './use-undo.ts'

/** Less than this is a click. */
const FAR_ENOUGH = 4
/** Resting on the name of another rack turns to it. */
const OPEN_MS = 500
const EDGE = 48
const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
const isArrow = (key: string): key is MoveKey => (arrows as readonly string[]).includes(key)

type Given = {
  rack: { id: number; name: string; size: number }
  diagram: RackDiagram
  seen: Side
  svg: RefObject<SVGSVGElement | null>
  /** Put down here: it stays picked. */
  onPlaced: (device: Picked) => void
}

/** Moves devices by pointer and by keys: the same steps, the same checks. Put `grab` on the drawing. */
export function useDrag({ rack, diagram, seen, svg, onPlaced }: Given) {
  const now = useMoving()
  const router = useRouter()
  const put = usePut()
  const undo = useUndo(put)
  const latest = useRef({ rack, diagram, seen, onPlaced })
  latest.current = { rack, diagram, seen, onPlaced }
  const by = now?.by

  /** A click on the drawing that goes on as a move. */
  const grab = (event: ReactPointerEvent, device: DrawnDevice) => {
    if (event.button !== 0 || event.pointerType === 'touch' || !canMove(device) || moving.now()) return
    const start = { x: event.clientX, y: event.clientY }
    const at = inDrawing(svg.current, rack.size, event)
    const grip = at ? at.y - boxOf(spotOf(device), rack.size, seen).y : 0
    const stop = () => {
      window.removeEventListener('pointermove', far)
      window.removeEventListener('pointerup', stop)
    }
    const far = (move: PointerEvent) => {
      if (Math.hypot(move.clientX - start.x, move.clientY - start.y) < FAR_ENOUGH) return
      stop()
      moving.take(device, { id: rack.id, name: rack.name }, 'pointer', grip)
    }
    window.addEventListener('pointermove', far)
    window.addEventListener('pointerup', stop)
  }

  const drop = useRef(async () => {})
  drop.current = async () => {
    const held = moving.now()
    if (!held || held.sending) return
    const { rack: to, diagram: over } = latest.current
    if (held.from.id === to.id && sameHeld(held.device, held.held)) return moving.drop()
    if (!tryFit(held.device, held.held, over.list, to.size).fits) {
      // It stays in the hand, so that the keys or the nearest place can put it down.
      moving.change({ by: 'keys' })
      return
    }
    if (!(await put(held.device, held.from.id, to.id, held.held))) return
    latest.current.onPlaced(held.device)
    undo(held, to)
  }

  /** Nothing is moved: back to the rack where the device stands, which is picked again. */
  const cancel = useRef(() => {})
  cancel.current = () => {
    const held = moving.now()
    moving.drop()
    if (!held) return
    const { kind, id } = held.device
    if (held.from.id !== latest.current.rack.id) router.push(paths.rack(held.from.id, { device: `${kind}-${id}` }))
    else if (held.by === 'keys') document.querySelector<HTMLElement>(`[data-entry="${kind}:${id}"]`)?.focus()
  }

  useEffect(() => {
    if (by !== 'pointer') return
    let opening: ReturnType<typeof setTimeout> | undefined
    let over: Element | null = null
    const move = (event: PointerEvent) => {
      const held = moving.now()
      if (!held) return
      const { rack: here, seen: side } = latest.current
      const at = inDrawing(svg.current, here.size, event)
      if (at) {
        const hangs = held.device.kind === 'pdu'
        const face = hangs ? faceAt(at.x, side) : held.held.face
        moving.hold({
          unit: dropUnit(at.y - held.grip, held.device.size, here.size),
          half: held.device.width === 'half' ? halfAt(at.x, side) : held.held.half,
          face,
        })
      }
      scrollAlong(svg.current, event.clientY)
      const link = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-rack-link]') ?? null
      if (link === over) return
      over = link
      clearTimeout(opening)
      const id = Number(link?.getAttribute('data-rack-link'))
      if (link && id) opening = setTimeout(() => router.push(paths.rack(id)), OPEN_MS)
    }
    const up = () => {
      clearTimeout(opening)
      void drop.current()
    }
    const lost = () => cancel.current()
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', lost)
    document.body.style.userSelect = 'none'
    return () => {
      clearTimeout(opening)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', lost)
      document.body.style.userSelect = ''
    }
  }, [by, router, svg])

  // Before the screen shows that it moves: a key that follows at once must not be lost.
  useLayoutEffect(() => {
    if (!by) return
    const keys = (event: KeyboardEvent) => {
      const held = moving.now()
      if (!held || held.sending) return
      const { rack: here, diagram: over } = latest.current
      if (event.key === 'Escape') cancel.current()
      else if (event.key === 'Enter' && by === 'keys') {
        // A button that has the focus is pressed as ever.
        if (event.target instanceof HTMLElement && event.target.closest('a,button')) return
        void drop.current()
      } else if (isArrow(event.key)) {
        const step = stepBy(event.key, held.held, held.device, here.size)
        if (step.kind === 'here') moving.hold(step.held)
        else {
          const next = over[step.side]
          if (next) router.push(paths.rack(next.id))
        }
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', keys, true)
    return () => window.removeEventListener('keydown', keys, true)
  }, [by, router])

  return { now, grab, drop: () => void drop.current(), cancel: () => cancel.current() }
}

const sameHeld = (device: DrawnDevice, { unit, half, face }: Held) =>
  device.unit === unit && device.half === half && device.face === face

/** Where the pointer is, in pixels of the drawing; null when it is far off. */
function inDrawing(svg: SVGSVGElement | null, units: number, event: { clientX: number; clientY: number }) {
  if (!svg) return null
  const box = svg.getBoundingClientRect()
  const scale = heightOf(units) / box.height
  const x = (event.clientX - box.left) * scale
  const y = (event.clientY - box.top) * scale
  return x < -60 || x > frame.width + 60 ? null : { x, y }
}

/** Near the edge of the page it scrolls. */
function scrollAlong(svg: SVGSVGElement | null, y: number) {
  const page = svg?.closest('main')
  if (!page) return
  const { top, bottom } = page.getBoundingClientRect()
  if (y < top + EDGE) page.scrollBy({ top: -16 })
  else if (y > bottom - EDGE) page.scrollBy({ top: 16 })
}
