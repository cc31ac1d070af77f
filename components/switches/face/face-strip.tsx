'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Switch, SwitchPort } from '../../../server/domain/switch/record.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { useVlanNames } from '../use-switch-ports.ts'
import { FaceLegend } from './face-legend.tsx'
import { faceColours, type PortRates, vlanLegend } from './face-plan.ts'
import { PortFace } from './port-face.tsx'

/** The face of a switch over its page: what the ports are coloured by, what that means, and the ports. */
export function FaceStrip(props: {
  record: Switch
  ports: readonly SwitchPort[]
  rates: ReadonlyMap<number, PortRates>
  differs: ReadonlySet<number>
  picked: number | null
  onPick: (id: number) => void
}) {
  const { record, ports } = props
  const t = useTranslations('device.face')
  const [colour, setColour] = useQueryState('colour', parseAsStringLiteral(faceColours).withDefault('status'))
  const legend = useMemo(() => vlanLegend(ports), [ports])
  const names = useVlanNames(record.location_id)
  return (
    <section aria-label={t('title')} className="mx-6 mt-3 flex-none rounded-md border border-line phone:mx-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
        <span className="max-w-full overflow-x-auto">
          <Segmented
            size="sm"
            label={t('colourBy')}
            value={colour}
            onValueChange={(next) => void setColour(next)}
            options={faceColours.map((value) => ({ value, label: t(`colours.${value}`) }))}
          />
        </span>
        <span className="ml-auto phone:ml-0">
          <FaceLegend ports={ports} colour={colour} legend={legend} names={names} differs={props.differs.size > 0} />
        </span>
      </div>
      <div className="rounded-b-md bg-(--hw-void) px-4 py-3">
        <PortFace
          label={t('portsOf', { name: record.name })}
          ports={ports}
          colour={colour}
          legend={legend}
          rates={props.rates}
          differs={props.differs}
          picked={props.picked}
          onPick={props.onPick}
        />
      </div>
    </section>
  )
}
