'use client'
import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import Link from 'next/link'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Cable, DrawnBlade, DrawnDevice, RackDiagram } from '../../../server/domain/rack/diagram.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { PowerButton } from '../../power/power-button.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { ChassisIcon, DeleteIcon, GripIcon, NetworkSwitchIcon, NodeIcon, PduIcon, ServerIcon } from '../../ui/icons.tsx'
import { SidePanelSection } from '../../ui/section.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { TextLink } from '../../ui/text.tsx'
import { useIntoSight } from '../../ui/use-into-sight.ts'
import type { Picked } from '../diagram/ghost.ts'
import { sameDevice } from '../diagram/ghost.ts'
import { healthOf } from '../hall/overlay.ts'
import { healthKind, useRackWords } from '../words.ts'

const SwitchFace = lazy(() => import('../../switches/face/switch-face.tsx'))

/** The page of a device; reserved units have none. */
export function pageOf({ kind, id }: Picked): string | null {
  if (kind === 'server') return paths.server(id)
  if (kind === 'switch') return paths.switch(id)
  if (kind === 'pdu') return paths.pdu(id)
  return kind === 'chassis' ? paths.chassis(id) : null
}

const icons = { server: ServerIcon, switch: NetworkSwitchIcon, pdu: PduIcon, chassis: ChassisIcon, reserved: GripIcon }

/** What is picked: a device of the rack, or a blade in one of its chassis. */
export function findPicked(
  picked: Picked | null,
  devices: readonly DrawnDevice[],
): { device: DrawnDevice; blade: DrawnBlade | null } | null {
  if (!picked) return null
  const device = devices.find((one) => sameDevice(one, picked))
  if (device) return { device, blade: null }
  for (const chassis of picked.kind === 'server' ? devices : []) {
    const blade = chassis.blades?.find(({ id }) => id === picked.id)
    if (blade) return { device: chassis, blade }
  }
  return null
}

type DevicePanelProps = {
  found: NonNullable<ReturnType<typeof findPicked>>
  diagram: RackDiagram
  onPick: (picked: Picked) => void
  onClose: () => void
  onMove: (device: DrawnDevice) => void
  onRelease: (device: DrawnDevice) => void
}

/** Facts of what was clicked, and what can be done with it. */
export function DevicePanel({ found, diagram, onPick, onClose, onMove, onRelease }: DevicePanelProps) {
  const { device, blade } = found
  const t = useTranslations('racks')
  const words = useRackWords()
  const one = blade ?? device
  const isServer = blade !== null || device.kind === 'server'
  const kind = blade ? 'server' : device.kind
  const page = pageOf({ kind, id: one.id })
  const health = blade ? blade.health : healthOf(device)
  const word = words.state(one)
  const Icon = icons[kind]
  const trpc = useTRPC()
  const head = useRef<HTMLHeadingElement>(null)
  useIntoSight(head, `${kind} ${one.id}`)
  const server = useQuery(trpc.dci.server.get.queryOptions({ params: { server_id: one.id } }, { enabled: isServer }))
  const cables = diagram.cables.filter((cable) =>
    isServer ? cable.server === one.id : cable.kind === kind && cable.device === one.id,
  )
  const facts: (Fact | null)[] = [
    {
      term: t('panel.place'),
      value: blade
        ? t('panel.inChassis', { chassis: device.name, slot: blade.slot })
        : `${words.units(device)}, ${t(`seen.${device.face}`)}, ${t(`depths.${device.depth}`)}`,
    },
    one.model ? { term: t('panel.model'), value: one.model } : null,
    device.watt !== undefined ? { term: t('panel.load'), value: t('watt', { watt: device.watt }) } : null,
    !blade && device.ports !== undefined
      ? { term: t(device.kind === 'pdu' ? 'panel.outlets' : 'panel.ports'), value: device.ports }
      : null,
    !blade && device.slots !== undefined ? { term: t('form.slots'), value: device.slots } : null,
    one.owner ? { term: t('panel.owner'), value: one.owner } : null,
  ]
  return (
    <>
      <div className="-mx-5 border-b border-line px-5 py-3">
        <div className="flex items-center gap-2">
          <Icon className="text-fg-3" />
          <h2 ref={head} className="min-w-0 scroll-mt-3 truncate text-14 font-semibold">
            {one.name || t('kinds.reserved')}
          </h2>
          {health && word ? <StateBadge kind={healthKind[health]}>{word}</StateBadge> : null}
          <span className="ml-auto flex">
            <IconButton label={t('panel.close')} size="sm" onClick={onClose}>
              <X />
            </IconButton>
          </span>
        </div>
        <p className="text-12 text-fg-3">
          {blade ? t('kinds.blade') : t(`kinds.${kind}`)}
          {server.data?.node && isServer ? (
            <>
              {', '}
              {t('panel.nodeOf')} <TextLink href={paths.node(server.data.node.id)}>{server.data.node.name}</TextLink>
            </>
          ) : null}
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {page ? (
            <Button asChild size="sm">
              <Link href={page} prefetch={false}>
                {t('panel.openPage')}
              </Link>
            </Button>
          ) : null}
          {isServer && server.data ? <PowerButton size="sm" server={server.data} /> : null}
          {blade ? (
            <Button size="sm" onClick={() => onPick(device)}>
              {t('panel.toChassis')}
            </Button>
          ) : kind === 'reserved' ? (
            <Button size="sm" icon={<DeleteIcon />} onClick={() => onRelease(device)}>
              {t('panel.release')}
            </Button>
          ) : (
            <Button size="sm" icon={<GripIcon />} onClick={() => onMove(device)}>
              {t('panel.move')}
            </Button>
          )}
        </div>
      </div>
      <div className="py-3">
        {one.cause ? (
          <p className="mb-2 flex items-start gap-1.5 text-12 text-fg-2">
            <StateMark kind={healthKind[health ?? 'unknown']} className="mt-0.5" />
            <span className="min-w-0 break-words">{one.cause}</span>
          </p>
        ) : null}
        <Facts facts={facts} />
      </div>
      {!blade && device.kind === 'switch' ? (
        <Suspense>
          <SwitchFace id={device.id} name={device.name} />
        </Suspense>
      ) : null}
      {!blade && device.kind === 'chassis' ? <Blades device={device} onPick={onPick} /> : null}
      {cables.length > 0 ? <Links cables={cables} isServer={isServer} diagram={diagram} onPick={onPick} /> : null}
      {isServer && server.data ? <Addresses server={server.data} /> : null}
    </>
  )
}

function Blades({ device, onPick }: { device: DrawnDevice; onPick: (picked: Picked) => void }) {
  const t = useTranslations('racks')
  return (
    <SidePanelSection title={t('panel.blades')}>
      <ul>
        {(device.blades ?? []).map((blade) => (
          <li key={blade.id} className="flex h-6.5 items-center gap-2">
            <StateMark kind={healthKind[blade.health ?? 'unknown']} className="size-3" />
            <span className="num w-6 text-12 text-fg-3">{blade.slot}</span>
            <button
              type="button"
              className="min-w-0 truncate font-medium hover:underline"
              onClick={() => onPick({ kind: 'server', id: blade.id })}
            >
              {blade.name}
            </button>
            <span className="ml-auto truncate text-12 text-fg-3">{blade.model}</span>
          </li>
        ))}
      </ul>
      {device.blades?.length ? null : <p className="text-12 text-fg-3">{t('panel.noBlades')}</p>}
    </SidePanelSection>
  )
}

const portKind = { up: 'on', down: 'off', unknown: 'unknown' } as const

function Links(props: {
  cables: readonly Cable[]
  isServer: boolean
  diagram: RackDiagram
  onPick: (picked: Picked) => void
}) {
  const t = useTranslations('racks')
  const nameOf = (id: number) => {
    for (const device of props.diagram.list) {
      if (device.kind === 'server' && device.id === id) return device.name
      const blade = device.blades?.find((one) => one.id === id)
      if (blade) return blade.name
    }
    return String(id)
  }
  const isElsewhere = (cable: Cable) =>
    !props.diagram.list.some((one) => one.kind === cable.kind && one.id === cable.device)
  return (
    <SidePanelSection title={t('panel.connections')}>
      <ul>
        {props.cables.map((cable) => (
          <li
            key={`${cable.kind}${cable.port}`}
            className="grid h-6.5 grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-2"
          >
            <StateMark kind={portKind[cable.status]} className="size-3" label={t(`port.${cable.status}`)} />
            {props.isServer && isElsewhere(cable) ? (
              // There is nothing to pick in this rack.
              <span className="truncate">
                <TextLink plain href={(cable.kind === 'switch' ? paths.switch : paths.pdu)(cable.device)}>
                  {cable.device_name}
                </TextLink>
                <span className="text-fg-3"> {t('panel.inRack', { rack: cable.rack })}</span>
              </span>
            ) : (
              <button
                type="button"
                className="truncate text-left hover:underline"
                onClick={() =>
                  props.onPick(
                    props.isServer ? { kind: cable.kind, id: cable.device } : { kind: 'server', id: cable.server },
                  )
                }
              >
                {props.isServer ? cable.device_name : nameOf(cable.server)}
              </button>
            )}
            <span className="mono truncate">
              {cable.kind === 'switch' ? (
                <TextLink plain href={paths.switchPort(cable.device, cable.port)}>
                  {cable.port_name}
                </TextLink>
              ) : (
                // Outlets are often called after what hangs on them.
                <span className="font-sans">{t('panel.outlet', { number: cable.position + 1 })}</span>
              )}
              {cable.is_ipmi ? <span className="font-sans text-fg-3"> BMC</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </SidePanelSection>
  )
}

function Addresses({ server }: { server: Server }) {
  const t = useTranslations('racks')
  const format = useFormatter()
  const rows: ReactNode[] = server.ip.map((address) => (
    <li key={address.id} className="flex h-6.5 items-center gap-2">
      <Copyable text={address.name} />
      {address.is_main ? <span className="text-12 text-fg-3">{t('panel.main')}</span> : null}
    </li>
  ))
  return (
    <>
      {rows.length > 0 ? (
        <SidePanelSection title={t('panel.addresses')}>
          <ul>{rows}</ul>
        </SidePanelSection>
      ) : null}
      {server.node ? (
        <SidePanelSection title={t('panel.onIt')}>
          <p className="flex h-6.5 items-center gap-2">
            <NodeIcon className="text-fg-3" />
            <TextLink href={paths.node(server.node.id)}>{t('panel.node', { name: server.node.name })}</TextLink>
          </p>
        </SidePanelSection>
      ) : null}
      {server.note ? (
        <SidePanelSection title={t('fields.note')}>
          <p className="pb-1 whitespace-pre-wrap text-fg-2">{server.note}</p>
        </SidePanelSection>
      ) : null}
      {server.mac.length > 0 ? (
        <SidePanelSection title={t('panel.macs', { count: format.number(server.mac.length) })}>
          <ul>
            {server.mac.map((mac) => (
              <li key={mac} className="h-6.5">
                <Copyable text={mac} />
              </li>
            ))}
          </ul>
        </SidePanelSection>
      ) : null}
    </>
  )
}
