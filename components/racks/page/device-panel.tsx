'use client'
import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice, RackDiagram } from '../../../server/domain/rack/diagram.ts'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { PowerButton } from '../../power/power-button.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { StateBadge } from '../../ui/display/badge.tsx'
import { ChassisIcon, DeleteIcon, GripIcon, NetworkSwitchIcon, PduIcon, ServerIcon } from '../../ui/display/icons.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { type Fact, Facts } from '../../ui/layout/facts.tsx'
import { useIntoSight } from '../../ui/use-into-sight.ts'
import type { Picked } from '../diagram/ghost.ts'
import { healthOf } from '../floor-plan/overlay.ts'
import { healthKind, useRackLabels } from '../labels.ts'
import { DeviceBlades } from './device-blades.tsx'
import { DeviceCables } from './device-cables.tsx'
import { type findPicked, pageOf } from './picked.ts'
import { ConsoleLink, useControllerFacts } from './server-controller-facts.tsx'
import { ServerFacts } from './server-facts.tsx'

const SwitchFace = lazy(() => import('../../switches/face/switch-face.tsx'))

const icons = { server: ServerIcon, switch: NetworkSwitchIcon, pdu: PduIcon, chassis: ChassisIcon, reserved: GripIcon }

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
  const words = useRackLabels()
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
    ...useControllerFacts(server.data ?? null),
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
          {isServer && server.data ? <ConsoleLink server={server.data} /> : null}
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
            <span className="min-w-0 break-words">{words.cause(one)}</span>
          </p>
        ) : null}
        <Facts facts={facts} />
      </div>
      {!blade && device.kind === 'switch' ? (
        <Suspense>
          <SwitchFace id={device.id} name={device.name} />
        </Suspense>
      ) : null}
      {!blade && device.kind === 'chassis' ? <DeviceBlades device={device} onPick={onPick} /> : null}
      {cables.length > 0 ? (
        <DeviceCables cables={cables} isServer={isServer} diagram={diagram} onPick={onPick} />
      ) : null}
      {isServer && server.data ? <ServerFacts server={server.data} /> : null}
    </>
  )
}
