'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { type CSSProperties, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice, RackDiagram } from '../../../server/domain/rack/diagram.ts'
import type { Rack } from '../../../server/domain/rack/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { paths } from '../../paths.ts'
import { useTitle } from '../../shell/use-title.ts'
import { cn } from '../../ui/class-names.ts'
import type { MenuAt } from '../device-menu.tsx'
import { Elevation } from '../diagram/elevation.tsx'
import { FaceList } from '../diagram/face-list.tsx'
import { heightOf } from '../diagram/geometry.ts'
import { type Ghost, heldInside, type Picked, tryFit } from '../diagram/ghost.ts'
import { ListView } from '../diagram/list-view.tsx'
import { FindUnits } from '../find-units.tsx'
import { useRackActions } from '../use-rack-actions.tsx'
import { DevicePanel } from './device-panel.tsx'
import { HoverFacts } from './hover-facts.tsx'
import { MoveCard } from './move-card.tsx'
import { moving } from './moving.ts'
import { findPicked, pageOf } from './picked.ts'
import { cableViews, RackBar, sides, views } from './rack-bar.tsx'
import { RackFacts } from './rack-facts.tsx'
import { RackHead } from './rack-head.tsx'
import { SaveMenu } from './save-menu.tsx'
import { useDrag } from './use-drag.ts'
import { useFit } from './use-fit.ts'
import { useRelease } from './use-release.ts'

const DeviceMenu = lazy(() => import('../device-menu.tsx'))

/** One rack: its elevation, what is picked in it, and what can be done. */
export function RackPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const rack = useQuery(trpc.dci.rack.get.queryOptions({ params: { rack_id: id } }))
  const diagram = useQuery(trpc.dci.rack.devices.queryOptions({ params: { rack_id: id } }))
  useTitle(rack.data?.name)
  return (
    <ObjectGate query={rack}>
      {(one) => <ObjectGate query={diagram}>{(drawn) => <Page rack={one} diagram={drawn} />}</ObjectGate>}
    </ObjectGate>
  )
}

/** Stays in sight beside a rack that is higher than the window, and scrolls by itself when it is longer. */
const alongside =
  '@min-[1100px]:sticky @min-[1100px]:top-0 @min-[1100px]:max-h-[calc(100dvh-var(--bar-h))] @min-[1100px]:overflow-y-auto'

const asText = (picked: Picked | null) => picked && `${picked.kind}-${picked.id}`
function readPicked(text: string | null): Picked | null {
  const [kind, id] = text?.split('-') ?? []
  const known = (['server', 'switch', 'pdu', 'chassis', 'reserved'] as const).find((one) => one === kind)
  return known && /^[1-9]\d{0,9}$/.test(id ?? '') ? { kind: known, id: Number(id) } : null
}

function Page({ rack, diagram }: { rack: Rack; diagram: RackDiagram }) {
  const t = useTranslations('racks')
  const router = useRouter()
  const [seen, setSeen] = useQueryState('face', parseAsStringLiteral(sides).withDefault('front'))
  const [view, setView] = useQueryState('view', parseAsStringLiteral(views).withDefault('elevation'))
  const [cablesOf, setCablesOf] = useQueryState('cables', parseAsStringLiteral(cableViews).withDefault('picked'))
  const [pickedText, setPickedText] = useQueryState('device', parseAsString)
  const picked = useMemo(() => readPicked(pickedText), [pickedText])
  const picking = useRef<Promise<unknown>>(Promise.resolve())
  const pick = (next: Picked | null) => {
    picking.current = setPickedText(asText(next))
  }
  const [over, setOver] = useState<{ picked: Picked; x: number; y: number } | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
  const scale = useFit(drawing, rack.size)
  const actions = useRackActions()
  const { now, grab, drop, cancel } = useDrag({ rack, diagram, seen, svg, onPlaced: pick })
  useEffect(() => {
    const carried = moving.now()
    if (carried) moving.hold(heldInside(carried.device, carried.held, rack.size))
  }, [rack.size])
  useEffect(() => {
    // What is in hand hangs over the face that is seen.
    const held = moving.now()
    if (held && held.device.kind !== 'server' && held.held.face !== seen && ['front', 'rear'].includes(held.held.face))
      moving.hold({ ...held.held, face: seen })
  }, [seen])
  const ghost = useMemo((): Ghost | null => {
    if (!now) return null
    const fit = tryFit(now.device, now.held, diagram.list, rack.size)
    return { device: now.device, held: now.held, fit, away: now.from.id !== rack.id }
  }, [now, diagram.list, rack.id, rack.size])
  const found = findPicked(picked, diagram.list)
  const [menu, setMenu] = useState<{ at: MenuAt | null } | null>(null)
  const openMenu = useCallback(
    (one: Picked, at: { x: number; y: number }) => {
      const of = findPicked(one, diagram.list)
      setOver(null)
      if (of) setMenu({ at: { picked: one, name: (of.blade ?? of.device).name, ...at } })
    },
    [diagram.list],
  )
  const release = useRelease(rack.id, () => pick(null))
  const take = (device: DrawnDevice) => moving.take(device, { id: rack.id, name: rack.name }, 'keys')
  const label = t('drawing', { name: rack.name, face: t(`seen.${seen}`), size: rack.size })
  return (
    <>
      <PageCrumbs
        crumbs={[
          { label: rack.location.name, href: paths.racks({ location: rack.location.id }) },
          { label: rack.name },
        ]}
      />
      <RackHead
        rack={rack}
        diagram={diagram}
        seen={seen}
        actions={actions}
        save={<SaveMenu rack={rack} diagram={diagram} seen={seen} svg={svg} usable={view === 'elevation'} />}
      />
      <RackBar
        diagram={diagram}
        seen={seen}
        onSeen={(next) => void setSeen(next)}
        view={view}
        onView={(next) => void setView(next)}
        cables={cablesOf}
        onCables={(next) => void setCablesOf(next)}
      />
      <div className="flex min-h-0 flex-1 flex-wrap items-stretch @max-[1100px]:block print:block">
        <div
          className={cn(
            'min-w-0 flex-1 basis-150 py-3 pl-6 pr-2 @max-[1100px]:basis-full phone:px-4 print:p-0 print:[zoom:var(--print-zoom)]',
          )}
          style={{ '--print-zoom': Math.min(1, 940 / heightOf(rack.size)) } as CSSProperties}
        >
          {view === 'list' ? (
            <ListView label={label} devices={diagram.list} picked={picked} onPick={pick} onMenu={openMenu} />
          ) : (
            <div ref={drawing} className="relative flex phone:block">
              <div className="relative flex-none">
                <Elevation
                  svg={svg}
                  label={label}
                  units={rack.size}
                  scale={scale}
                  devices={diagram.list}
                  seen={seen}
                  picked={picked}
                  ghost={ghost}
                  cables={diagram.cables}
                  cablesOf={cablesOf}
                  onPick={pick}
                  onOpen={(one) => {
                    const page = pageOf(one)
                    // The address still takes in what the first click picked, which would end a navigation begun before.
                    if (page) void picking.current.then(() => router.push(page))
                  }}
                  onGrab={grab}
                  onHover={(one, at) => setOver(one && !moving.now() ? { picked: one, ...at } : null)}
                  onAdd={(unit) => actions.add(rack, unit)}
                  onMenu={openMenu}
                />
                {over ? <HoverFacts over={over} devices={diagram.list} /> : null}
              </div>
              <FaceList
                label={t('listOf', { name: rack.name })}
                units={rack.size}
                scale={scale}
                devices={diagram.list}
                seen={seen}
                picked={picked}
                onPick={pick}
                onAdd={(unit) => actions.add(rack, unit)}
                onMenu={openMenu}
              />
            </div>
          )}
        </div>
        <div
          className={cn(
            'min-w-0 flex-none border-l border-line @max-[1100px]:border-t @max-[1100px]:border-l-0 print:hidden',
            // Without a device beside it there is room for the width of a side panel. A basis must follow `flex-none`.
            found ? 'basis-64' : 'basis-(--panel-w)',
          )}
        >
          <div
            className={cn(
              alongside,
              'px-5 phone:px-4 [&>section+section]:-mx-5 [&>section+section]:border-t [&>section+section]:border-line [&>section+section]:px-5',
            )}
          >
            <RackFacts rack={rack} devices={diagram.list} />
            {now && ghost ? (
              <MoveCard now={now} fit={ghost.fit} rack={rack} devices={diagram.list} onPut={drop} onCancel={cancel} />
            ) : null}
            <FindUnits location={rack.location} />
          </div>
        </div>
        {found ? (
          <aside
            aria-label={t('panel.label')}
            className="w-(--panel-w) flex-none border-l border-line bg-subtle @max-[1100px]:w-full @max-[1100px]:border-t @max-[1100px]:border-l-0 print:hidden"
          >
            <div className={cn(alongside, 'px-5 pb-4')}>
              <DevicePanel
                found={found}
                diagram={diagram}
                onPick={pick}
                onClose={() => pick(null)}
                onMove={take}
                onRelease={release}
              />
            </div>
          </aside>
        ) : null}
      </div>
      {menu ? (
        <Suspense>
          <DeviceMenu at={menu.at} onClose={() => setMenu({ at: null })} />
        </Suspense>
      ) : null}
      {actions.dialogs}
    </>
  )
}
