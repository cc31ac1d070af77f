'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ObjectHead } from '../resource/object-head.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { SidePanelSection, WithSidePanel } from '../ui/layout/section.tsx'
import { useVlanActions } from './use-vlan-actions.tsx'
import { VlanMembers } from './vlan-members.tsx'

/** One VLAN and the ports that carry it. */
export function VlanPage({ location, id }: { location: number; id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.vlan.get.queryOptions({ params: { location_id: location, vlan_id: id } }))
  return <ObjectGate query={query}>{(vlan) => <Page vlan={vlan} />}</ObjectGate>
}

function Page({ vlan }: { vlan: Vlan }) {
  const t = useTranslations('vlans')
  const actions = useVlanActions()
  return (
    <>
      <ObjectHead
        name={vlan.name}
        actions={actions.editButton(vlan)}
        entries={actions.entries(vlan)}
        below={
          <p className="flex max-w-200 gap-5 text-12 text-fg-2">
            <span className="num flex-none">{t('whereIs', { id: vlan.id, location: vlan.location_name })}</span>
            {vlan.note ? <span className="truncate">{vlan.note}</span> : null}
          </p>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col border-t border-line">
        <WithSidePanel
          label={t('facts')}
          side={
            <SidePanelSection title={t('facts')}>
              <Facts
                facts={[
                  { term: t('fields.id'), value: <Copyable text={String(vlan.id)} /> },
                  {
                    term: t('fields.location'),
                    value: <TextLink href={paths.location(vlan.location_id)}>{vlan.location_name}</TextLink>,
                  },
                  { term: t('fields.members_count'), value: vlan.members_count },
                ]}
              />
            </SidePanelSection>
          }
        >
          <VlanMembers vlan={vlan} />
        </WithSidePanel>
      </div>
      {actions.dialogs}
    </>
  )
}
