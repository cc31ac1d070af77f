'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { PlacePath } from '../locations/place-path.tsx'
import { paths } from '../paths.ts'
import { ObjectHead } from '../resource/object-head.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { Link } from '../ui/controls/link.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Section, SidePanelSection, WithSidePanel } from '../ui/layout/section.tsx'
import { ChassisBlades } from './chassis-blades.tsx'
import { SlotDrawing } from './slot-drawing.tsx'
import { useChassisActions } from './use-chassis-actions.tsx'

/** One chassis: its slots as they stand side by side, and where it is. */
export function ChassisPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.chassis.get.queryOptions({ params: { chassis_id: id } }))
  return <ObjectGate query={query}>{(chassis) => <Page chassis={chassis} />}</ObjectGate>
}

function Page({ chassis }: { chassis: Chassis }) {
  const t = useTranslations('chassis')
  const words = useTranslations('dc')
  const actions = useChassisActions()
  return (
    <>
      <ObjectHead
        name={chassis.name}
        actions={
          <>
            <Button asChild {...(chassis.free === 0 && { disabledReason: t('full') })}>
              <Link href={paths.newServer({ chassis: chassis.id })}>{t('addBlade')}</Link>
            </Button>
            {actions.editButton(chassis)}
          </>
        }
        entries={actions.entries(chassis)}
        below={
          <PlacePath
            location={{ id: chassis.location_id, name: chassis.location_name }}
            rack={{ id: chassis.rack, name: chassis.rack_name }}
            unit={chassis.unit}
          />
        }
      />
      <div className="flex min-h-0 flex-1 flex-col border-t border-line">
        <WithSidePanel
          label={t('facts')}
          side={
            <>
              <SidePanelSection title={t('facts')}>
                <Facts
                  facts={[
                    {
                      term: t('fields.location'),
                      value: <TextLink href={paths.location(chassis.location_id)}>{chassis.location_name}</TextLink>,
                    },
                    {
                      term: t('fields.rack'),
                      value: <TextLink href={paths.rack(chassis.rack)}>{chassis.rack_name}</TextLink>,
                    },
                    { term: t('fields.unit'), value: words('unit', { unit: chassis.unit }) },
                    { term: t('fields.size'), value: words('sizeUnits', { size: chassis.size }) },
                    { term: t('fields.server_slot_count'), value: chassis.server_slot_count },
                    { term: t('fields.free'), value: chassis.free },
                    { term: t('fields.id'), value: <Copyable text={String(chassis.id)} /> },
                  ]}
                />
              </SidePanelSection>
              {chassis.note ? (
                <SidePanelSection title={t('fields.note')}>
                  <p className="pb-1 whitespace-pre-wrap">{chassis.note}</p>
                </SidePanelSection>
              ) : null}
            </>
          }
        >
          <Section title={t('slots')} count={t('slotsUsed', { used: chassis.used, of: chassis.server_slot_count })}>
            <SlotDrawing chassis={chassis} />
          </Section>
          <div className="h-3" />
          <ChassisBlades chassis={chassis.id} />
        </WithSidePanel>
      </div>
      {actions.dialogs}
    </>
  )
}
