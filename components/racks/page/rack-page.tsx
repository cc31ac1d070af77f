'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice, RackDiagram } from '../../../server/domain/rack/diagram.ts'
import type { Rack } from '../../../server/domain/rack/schema.ts'
import { apiFault } from '../../api/fault.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { paths } from '../../paths.ts'
import { useTitle } from '../../shell/use-title.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { MoreIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { Elevation, type Ghost, type Picked } from '../diagram/elevation.tsx'
import { FaceList } from '../diagram/face-list.tsx'
import { heightOf } from '../diagram/geometry.ts'
import { heldInside, tryFit } from '../diagram/ghost.ts'
import { ListView } from '../diagram/list-view.tsx'
import { FindUnits } from '../find-units.tsx'
import { rowLetter } from '../hall/draw.ts'
import { withBlades } from '../hall/overlay.ts'
import { useRackActions } from '../use-rack-actions.tsx'
import { DevicePanel, findPicked, pageOf } from './device-panel.tsx'
import { HoverFacts } from './hover-facts.tsx'
import { MoveCard } from './move-card.tsx'
import { moving } from './moving.ts'
import { RackFacts } from './rack-facts.tsx'
import { useDrag } from './use-drag.ts'

const sides = ['front', 'rear'] as const
const views = ['elevation', 'list'] as const
const cableViews = ['none', 'picked', 'all'] as const

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
  const pick = (next: Picked | null) => void setPickedText(asText(next))
  const [over, setOver] = useState<{ picked: Picked; x: number; y: number } | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const actions = useRackActions()
  const { now, grab, drop } = useDrag({ rack, diagram, seen, svg })
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
  const release = useRelease(rack.id, () => pick(null))
  const take = (device: DrawnDevice) => moving.take(device, { id: rack.id, name: rack.name }, 'keys')
  const counts = troubles(diagram.list)
  const label = t('drawing', { name: rack.name, face: t(`seen.${seen}`), size: rack.size })
  return (
    <>
      <PageCrumbs
        crumbs={[
          { label: rack.location.name, href: paths.racks({ location: rack.location.id }) },
          { label: rack.name },
        ]}
      />
      <PageHeader
        title={rack.name}
        badges={
          <>
            {counts.fault > 0 ? <StateBadge kind="fault">{t('faults', { count: counts.fault })}</StateBadge> : null}
            {counts.warning > 0 ? (
              <StateBadge kind="warn">{t('warnings', { count: counts.warning })}</StateBadge>
            ) : null}
          </>
        }
        sub={t('sub', {
          row: rowLetter(rack.hall_row),
          location: rack.location.name,
          size: rack.size,
          face: t(`seen.${seen}`),
        })}
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            <Button className="phone:hidden" icon={<Printer />} onClick={() => window.print()}>
              {t('print')}
            </Button>
            <SaveMenu rack={rack} diagram={diagram} seen={seen} svg={svg} usable={view === 'elevation'} />
            <Button className="phone:hidden" onClick={() => actions.ask({ command: 'reserve', rack, unit: null })}>
              {t('commands.reserve')}
            </Button>
            <Menu
              label={t('commands.add')}
              entries={actions.addEntries(rack, null)}
              trigger={
                <Button kind="primary" icon={<Plus />}>
                  {t('commands.add')}
                </Button>
              }
            />
            <Menu
              label={t('moreOf', { name: rack.name })}
              entries={actions.entries(rack)}
              trigger={
                <IconButton kind="default" label={t('more')}>
                  <MoreIcon />
                </IconButton>
              }
            />
          </span>
        }
      />
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-6 pb-3 phone:px-4 print:hidden">
        <Segmented
          label={t('face')}
          value={seen}
          onValueChange={(next) => void setSeen(next)}
          options={sides.map((value) => ({ value, label: t(`faces.${value}`) }))}
        />
        <Segmented
          label={t('view')}
          value={view}
          onValueChange={(next) => void setView(next)}
          options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        <span className="phone:hidden">
          <Segmented
            label={t('cables')}
            value={cablesOf}
            onValueChange={(next) => void setCablesOf(next)}
            options={cableViews.map((value) => ({ value, label: t(`cableViews.${value}`) }))}
          />
        </span>
        <nav aria-label={t('neighbours')} className="ml-auto flex gap-1">
          {diagram.before ? (
            <Button asChild kind="quiet" icon={<ChevronLeft />} data-rack-link={diagram.before.id}>
              <Link href={paths.rack(diagram.before.id)}>{diagram.before.name}</Link>
            </Button>
          ) : null}
          {diagram.after ? (
            <Button asChild kind="quiet" data-rack-link={diagram.after.id}>
              <Link href={paths.rack(diagram.after.id)}>
                {diagram.after.name}
                <ChevronRight />
              </Link>
            </Button>
          ) : null}
        </nav>
      </div>
      <div className="flex min-h-0 flex-1 flex-wrap items-stretch @max-[1100px]:block print:block">
        <div
          className={cn(
            'min-w-0 py-3 pl-6 pr-2 @max-[1100px]:basis-full phone:px-4 print:p-0 print:[zoom:var(--print-zoom)]',
            view === 'list' ? 'flex-1 basis-150' : 'flex-none basis-150',
          )}
          style={{ '--print-zoom': Math.min(1, 940 / heightOf(rack.size)) } as CSSProperties}
        >
          {view === 'list' ? (
            <ListView label={label} devices={diagram.list} picked={picked} onPick={pick} />
          ) : (
            <div className="relative flex phone:block">
              <div className="relative flex-none">
                <Elevation
                  svg={svg}
                  label={label}
                  units={rack.size}
                  devices={diagram.list}
                  seen={seen}
                  picked={picked}
                  ghost={ghost}
                  cables={diagram.cables}
                  cablesOf={cablesOf}
                  onPick={pick}
                  onOpen={(one) => {
                    const page = pageOf(one)
                    if (page) router.push(page)
                  }}
                  onGrab={grab}
                  onHover={(one, at) => setOver(one && !moving.now() ? { picked: one, ...at } : null)}
                  onAdd={(unit) => actions.ask({ command: 'add', rack, unit })}
                />
                {over ? <HoverFacts over={over} devices={diagram.list} /> : null}
              </div>
              <FaceList
                label={t('listOf', { name: rack.name })}
                units={rack.size}
                devices={diagram.list}
                seen={seen}
                picked={picked}
                onPick={pick}
                onAdd={(unit) => actions.ask({ command: 'add', rack, unit })}
              />
            </div>
          )}
        </div>
        <div
          className={cn(
            view === 'list' ? 'flex-none basis-70' : 'flex-1 basis-64',
            'min-w-0 border-l border-line px-5 @max-[1100px]:border-t @max-[1100px]:border-l-0 phone:px-4 print:hidden [&>section+section]:-mx-5 [&>section+section]:border-t [&>section+section]:border-line [&>section+section]:px-5',
          )}
        >
          <RackFacts rack={rack} devices={diagram.list} />
          {now && ghost ? <MoveCard now={now} fit={ghost.fit} rack={rack} devices={diagram.list} onPut={drop} /> : null}
          <FindUnits location={rack.location} />
        </div>
        {found ? (
          <aside
            aria-label={t('panel.label')}
            className="w-(--panel-w) flex-none border-l border-line bg-subtle px-5 pb-4 @max-[1100px]:w-full @max-[1100px]:border-t @max-[1100px]:border-l-0 print:hidden"
          >
            <DevicePanel
              found={found}
              diagram={diagram}
              onPick={pick}
              onClose={() => pick(null)}
              onMove={take}
              onRelease={release}
            />
          </aside>
        ) : null}
      </div>
      {actions.dialogs}
    </>
  )
}

function troubles(devices: readonly DrawnDevice[]) {
  const all = devices.flatMap(withBlades)
  const count = (health: string) => all.filter((one) => one.health === health).length
  return { fault: count('fault'), warning: count('warning') }
}

/** Gives reserved units free, at once: it is undone by reserving them again. */
function useRelease(rack_id: number, onDone: () => void) {
  const t = useTranslations('racks')
  const { dci } = useTRPCClient()
  const trpc = useTRPC()
  const queries = useQueryClient()
  return async (device: DrawnDevice) => {
    try {
      await dci.rack.release.mutate({ params: { rack_id, reservation_id: device.id } })
      onDone()
      await queries.invalidateQueries(trpc.dci.rack.pathFilter())
    } catch (thrown) {
      toast({ kind: 'fault', title: t('releaseFailed'), detail: apiFault(thrown).msg })
    }
  }
}

function SaveMenu(props: {
  rack: Rack
  diagram: RackDiagram
  seen: 'front' | 'rear'
  svg: RefObject<SVGSVGElement | null>
  usable: boolean
}) {
  const { rack, diagram, seen, svg, usable } = props
  const t = useTranslations('racks')
  const save = async (kind: 'svg' | 'png') => {
    if (!svg.current) return
    const { pictureOf, savePng, saveSvg } = await import('./save-picture.ts')
    const source = pictureOf(svg.current, diagram.list, rack.size, seen, {
      title: `${rack.name}, ${rack.location.name}, ${t(`faces.${seen}`)}`,
      free: t('free'),
      reserved: t('kinds.reserved'),
      other: t(`rows.other.${seen}`),
    })
    try {
      if (kind === 'svg') saveSvg(`${rack.name}-${seen}`, source)
      else await savePng(`${rack.name}-${seen}`, source)
    } catch (thrown) {
      toast({ kind: 'fault', title: t('saveFailed'), detail: String((thrown as Error).message ?? thrown) })
    }
  }
  return (
    <Menu
      label={t('download')}
      entries={(['svg', 'png'] as const).map((kind) => ({
        label: t(`save.${kind}`),
        ...(!usable && { disabledReason: t('save.notHere') }),
        onSelect: () => void save(kind),
      }))}
      trigger={
        <Button className="phone:hidden" icon={<Download />}>
          {t('download')}
        </Button>
      }
    />
  )
}
