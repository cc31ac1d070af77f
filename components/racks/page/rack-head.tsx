'use client'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice, RackDiagram } from '../../../server/domain/rack/diagram.ts'
import type { Rack } from '../../../server/domain/rack/schema.ts'
import { Button } from '../../ui/controls/button.tsx'
import { StateBadge } from '../../ui/display/badge.tsx'
import { Menu } from '../../ui/floating/menu.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { freeSpans } from '../diagram/rows.ts'
import { rowLetter } from '../floor-plan/draw.ts'
import { withBlades } from '../floor-plan/overlay.ts'
import type { useRackActions } from '../use-rack-actions.tsx'

/** The head of a rack's page: its troubles and what can be done with it. */
export function RackHead(props: {
  rack: Rack
  diagram: RackDiagram
  seen: 'front' | 'rear'
  actions: ReturnType<typeof useRackActions>
  save: ReactNode
}) {
  const { rack, diagram, seen, actions, save } = props
  const t = useTranslations('racks')
  const words = useTranslations('resource')
  const counts = troubles(diagram.list)
  const firstFree = freeSpans(diagram.list, rack.size)[0]?.unit ?? null
  return (
    <PageHeader
      title={rack.name}
      badges={
        <>
          {counts.fault > 0 ? <StateBadge kind="fault">{t('faults', { count: counts.fault })}</StateBadge> : null}
          {counts.warning > 0 ? <StateBadge kind="warn">{t('warnings', { count: counts.warning })}</StateBadge> : null}
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
          {save}
          <Button
            className="phone:hidden"
            onClick={() => actions.ask({ command: 'reserve', record: rack, unit: firstFree })}
          >
            {t('commands.reserve')}
          </Button>
          <Menu
            label={t('commands.add')}
            entries={actions.addEntries(rack, firstFree)}
            trigger={
              <Button kind="primary" icon={<Plus />}>
                {t('commands.add')}
              </Button>
            }
          />
          <MoreMenu
            kind="default"
            size="md"
            label={words('moreOf', { name: rack.name })}
            button={words('more')}
            entries={actions.entries(rack)}
          />
        </span>
      }
    />
  )
}

function troubles(devices: readonly DrawnDevice[]) {
  const all = devices.flatMap(withBlades)
  const count = (health: string) => all.filter((one) => one.health === health).length
  return { fault: count('fault'), warning: count('warning') }
}
