'use client'
import { useQuery } from '@tanstack/react-query'
import RulerSign from 'lucide-react/icons/move-vertical'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import SearchSign from 'lucide-react/icons/search'
import Thermometer from 'lucide-react/icons/thermometer'
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { FloorPlan } from '../../../server/domain/rack/diagram.ts'
import { healths } from '../../../server/domain/rack/health.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { optionOf } from '../../form/option-of.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { paths } from '../../paths.ts'
import { cn } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { ActivityIcon, PowerIcon, ServerIcon, UserIcon } from '../../ui/display/icons.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { Popover } from '../../ui/floating/popover.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { FindUnits } from '../find-units.tsx'
import { useRackActions } from '../use-rack-actions.tsx'
import { FloorFilters } from './floor-filters.tsx'
import { LegendBox, legendOf } from './floor-rack.tsx'
import { FloorRows } from './floor-view.tsx'
import { countsOf, isFound, type Look, overlays, ownerLooks } from './overlay.ts'

const sides = ['front', 'rear'] as const
const signs = {
  type: <ServerIcon className="size-3.5 phone:hidden" />,
  free: <RulerSign className="size-3.5! phone:hidden" />,
  power: <PowerIcon className="size-3.5 phone:hidden" />,
  health: <ActivityIcon className="size-3.5 phone:hidden" />,
  temperature: <Thermometer className="size-3.5! phone:hidden" />,
  owner: <UserIcon className="size-3.5 phone:hidden" />,
}
const kindsOfDevice = ['server', 'switch', 'chassis', 'pdu', 'reserved'] as const

/** The floor plan of a location: of the one in the address, or else of the first. */
export function FloorPage({ views }: { views: ReactNode }) {
  const t = useTranslations('racks')
  const trpc = useTRPC()
  const [wanted] = useQueryState('location', parseAsInteger)
  const locations = useQuery(trpc.dci.location.list.queryOptions({ query: { orderby: 'name', limit: '0,200' } }))
  return (
    <ObjectGate query={locations}>
      {({ list }) => {
        const chosen = wanted ?? list[0]?.id
        if (chosen === undefined)
          return (
            <>
              <PageHeader title={t('title')} actions={views} />
              <div className="px-6 phone:px-4">
                <EmptyState title={t('hall.noLocation')}>
                  <TextLink href={paths.locations()}>{t('hall.addLocation')}</TextLink>
                </EmptyState>
              </div>
            </>
          )
        return <FloorOf key={chosen} id={chosen} locations={list} views={views} />
      }}
    </ObjectGate>
  )
}

type Named = { id: number; name: string }
function FloorOf({ id, locations, views }: { id: number; locations: readonly Named[]; views: ReactNode }) {
  const trpc = useTRPC()
  const floor = useQuery(trpc.dci.rack.floorPlan.queryOptions({ params: { location_id: id } }))
  return <ObjectGate query={floor}>{(one) => <Whole floor={one} locations={locations} views={views} />}</ObjectGate>
}

function Whole({ floor, locations, views }: { floor: FloorPlan; locations: readonly Named[]; views: ReactNode }) {
  const t = useTranslations('racks')
  const actions = useRackActions()
  const [, setLocation] = useQueryState('location', parseAsInteger)
  const [overlay, setOverlay] = useQueryState('by', parseAsStringLiteral(overlays).withDefault('type'))
  const [seen, setSeen] = useQueryState('face', parseAsStringLiteral(sides).withDefault('front'))
  const [search, setSearch] = useQueryState('q', parseAsString.withDefault('').withOptions({ throttleMs: 300 }))
  const [problems, setProblems] = useQueryState(
    'problems',
    parseAsArrayOf(parseAsStringLiteral(healths)).withDefault([]),
  )
  const [hidden, setHidden] = useQueryState(
    'without',
    parseAsArrayOf(parseAsStringLiteral(kindsOfDevice)).withDefault([]),
  )
  const [room, setRoom] = useQueryState('room', parseAsInteger)
  // Typing stays fluent while hundreds of devices are looked through.
  const sought = useDeferredValue(search)
  const filter = useMemo(() => ({ problems, hidden, room }), [problems, hidden, room])
  const owners = useMemo(() => ownerLooks(floor.racks), [floor.racks])
  const counts = useMemo(() => countsOf(floor.racks), [floor.racks])
  const found = useMemo(() => foundIn(floor, sought), [floor, sought])
  const rows = new Set(floor.racks.map((rack) => rack.hall_row)).size
  const create = (
    <Button
      kind="primary"
      icon={<Plus />}
      onClick={() => actions.ask({ command: 'create', location: { id: floor.id, name: floor.name } })}
    >
      {t('create')}
    </Button>
  )
  return (
    <>
      <PageCrumbs crumbs={[{ label: floor.name }]} />
      <PageHeader
        title={floor.name}
        sub={t('hall.sub', { racks: floor.racks.length, rows })}
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            {views}
            <Button className="phone:hidden" icon={<Printer />} onClick={() => window.print()}>
              {t('print')}
            </Button>
            <Popover
              label={t('find.title')}
              align="end"
              className="w-80 px-4"
              trigger={<Button>{t('find.title')}</Button>}
            >
              <FindUnits location={floor} />
            </Popover>
            {create}
          </span>
        }
      />
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-6 pb-3 phone:px-4 print:hidden">
        <Input
          type="search"
          aria-label={t('hall.search')}
          placeholder={t('hall.search')}
          icon={<SearchSign />}
          value={search}
          onChange={(event) => void setSearch(event.target.value || null)}
          boxClassName="w-60 phone:w-full"
          {...(sought.trim() && {
            unit: <span role="status">{t('hall.found', { devices: found.devices, racks: found.racks })}</span>,
          })}
        />
        <span className="ml-auto flex max-w-full min-w-0 flex-wrap items-center gap-2 phone:ml-0">
          <span className="text-12 text-fg-3 phone:hidden">{t('hall.colourBy')}</span>
          <Segmented
            label={t('hall.colourBy')}
            value={overlay}
            onValueChange={(next) => void setOverlay(next)}
            options={overlays.map((value) => ({ value, label: t(`overlays.${value}`), icon: signs[value] }))}
          />
          <Segmented
            label={t('face')}
            value={seen}
            onValueChange={(next) => void setSeen(next)}
            options={sides.map((value) => ({ value, label: t(`faces.${value}`) }))}
          />
        </span>
      </div>
      <div className="flex min-h-0 flex-1 @max-[880px]:block print:block">
        <FloorFilters
          counts={counts}
          value={filter}
          onChange={(next) => {
            if (next.problems) void setProblems([...next.problems])
            if (next.hidden) void setHidden(kindsOfDevice.filter((kind) => next.hidden?.includes(kind)))
            if (next.room !== undefined) void setRoom(next.room)
          }}
          location={
            <Select
              aria-label={t('fields.location')}
              value={String(floor.id)}
              onValueChange={(value) => void setLocation(Number(value))}
              options={locations.map(optionOf)}
            />
          }
        />
        <div className="min-w-0 flex-1">
          <Legend overlay={overlay} counts={counts} owners={owners} searched={sought.trim() !== ''} />
          {floor.racks.length === 0 ? (
            <div className="px-6 phone:px-4">
              <EmptyState title={t('hall.empty')} actions={create}>
                {t('noneHint')}
              </EmptyState>
            </div>
          ) : (
            <FloorRows
              racks={floor.racks}
              overlay={overlay}
              seen={seen}
              search={sought}
              filter={filter}
              owners={owners}
            />
          )}
        </div>
      </div>
      {actions.dialogs}
    </>
  )
}

function foundIn(floor: FloorPlan, search: string) {
  const racks = floor.racks.map((rack) => rack.devices.filter((device) => isFound(device, search)).length)
  return { devices: racks.reduce((sum, count) => sum + count, 0), racks: racks.filter((count) => count > 0).length }
}

const MOST_OWNERS = 7

function Legend(props: {
  overlay: (typeof overlays)[number]
  counts: ReturnType<typeof countsOf>
  owners: ReturnType<typeof ownerLooks>
  searched: boolean
}) {
  const { overlay, counts, owners, searched } = props
  const t = useTranslations('racks')
  const countOf = (look: string): number | undefined => {
    if (overlay === 'type' || look === 'reserved') return counts.kinds.get(look as never)
    if (overlay === 'health') return counts.health.get(look as never)
    return overlay === 'power' ? counts.power.get(look as never) : undefined
  }
  const names = [...owners].slice(0, MOST_OWNERS)
  return (
    <ul
      aria-label={t('hall.legend')}
      className="flex min-h-9 flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-6 py-1.5 text-12 phone:px-4"
    >
      {overlay === 'owner'
        ? names.map(([owner, { look, count }]) => <Key key={owner} look={look} word={owner} count={count} />)
        : null}
      {overlay === 'owner' && owners.size > MOST_OWNERS ? (
        <Key look="owner7" word={t('hall.otherOwners')} count={owners.size - MOST_OWNERS} />
      ) : null}
      {legendOf[overlay].map((look) => (
        <Key key={look} look={look} word={t(`looks.${overlay}.${look}` as 'looks.type.server')} count={countOf(look)} />
      ))}
      {searched ? <Key look="found" word={t('hall.foundWord')} count={undefined} className="ml-auto" /> : null}
    </ul>
  )
}

function Key(props: { look: Look; word: string; count: number | undefined; className?: string }) {
  return (
    <li className={cn('flex items-center gap-1.5', props.className)}>
      <LegendBox look={props.look} />
      <span>{props.word}</span>
      {props.count === undefined ? null : <span className="num text-fg-3">{props.count}</span>}
    </li>
  )
}
