'use client'
import { useTranslations } from 'use-intl'
import type { Cable, RackDiagram } from '../../../server/domain/rack/diagram.ts'
import { paths } from '../../paths.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { linked, TextLink } from '../../ui/display/text.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import type { Picked } from '../diagram/ghost.ts'

const portKind = { up: 'on', down: 'off', unknown: 'unknown' } as const

/** Where the cables of a device lead to. */
export function DeviceCables(props: {
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
                linked(paths.switchPort(cable.device, cable.port), cable.port_name)
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
