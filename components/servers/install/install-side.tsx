'use client'
import HardDrive from 'lucide-react/icons/hard-drive'
import Eraser from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { NetworkSwitchIcon, PowerIcon } from '../../ui/display/icons.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import { useHolds } from './holds.ts'
import type { InstallValues } from './rules.ts'
import { SideChecks } from './side-checks.tsx'
import { SideSteps } from './side-steps.tsx'
import type { Begun } from './types.ts'
import { erasedBy, type PlanDisk, templateOf, whyNotCleared } from './values.ts'

type Props = { type: Begun; plan: InstallPlan; server: Server; values: InstallValues }

/** What is lost and kept, the steps with their times, what comes of it, and what is looked at before. */
export function InstallSide(props: Props) {
  const t = useTranslations('installing.side')
  return (
    <>
      <SidePanelSection title={t('happens')}>
        <Happens {...props} />
      </SidePanelSection>
      <SideSteps {...props} />
      <SidePanelSection title={t('result')}>
        <Result {...props} />
      </SidePanelSection>
      <SideChecks {...props} />
    </>
  )
}

function Happens({ type, plan, server, values }: Props) {
  const t = useTranslations('installing.side')
  const holds = useHolds()
  const erased = erasedBy(type, plan, values)
  const all = plan.report?.disks ?? []
  const kept = all.filter((disk) => !erased?.includes(disk))
  /** How many, and what is known of them. */
  const named = (disks: readonly PlanDisk[], none: string) => {
    if (disks.length === 0) return none
    const what = [...new Set(disks.map(holds).filter(Boolean))]
    return [t('disksOf', { count: disks.length }), ...what.slice(0, 3)].join(', ')
  }
  const unknown = whyNotCleared(type, plan, values, server.name)?.code === 'unknown'
  const loses = !unknown && (erased === null || erased.length > 0 || type === 'install')
  return (
    <ul className="flex flex-col gap-1.5 pb-1">
      {loses ? (
        <Line icon={<Eraser className="text-fault-fg" />}>
          {t.rich('erased', { what: () => (erased === null ? t('firstDisk') : named(erased, t('noDisk'))) })}
        </Line>
      ) : null}
      {erased !== null && (kept.length > 0 || !loses) ? (
        <Line icon={<HardDrive />}>
          {t.rich('kept', { what: () => named(kept, plan.report ? t('noOthers') : t('allDisks')) })}
        </Line>
      ) : null}
      {plan.provisioning_vlan === null ? null : (
        <Line icon={<NetworkSwitchIcon />}>
          {t('ports', {
            count: server.switch_connection.filter((port) => !port.is_ipmi_connection).length,
            vlan: String(plan.provisioning_vlan),
          })}
        </Line>
      )}
      <Line icon={<PowerIcon />}>{t(`power.${server.ipmi ? server.power_status : 'hand'}`)}</Line>
    </ul>
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:flex-none">
    {icon}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
)

function Result({ type, plan, values }: Props) {
  const t = useTranslations('installing.side')
  const raids = useTranslations('installing.raids')
  const loads = useTranslations('installing.load')
  const template = templateOf(type, plan, values)
  const address = plan.addresses[0]?.address.split('/')[0]
  const signIn = address !== undefined && { term: t('signIn'), value: <Copyable text={`ssh root@${address}`} /> }
  const system = template && { term: t('system'), value: `${template.name} ${template.version}` }
  const chosen = plan.report?.disks.filter(({ id }) => values.disk_serials.includes(id)) ?? []
  const models = (disks: readonly PlanDisk[]) =>
    [...new Set(disks.map(({ model }) => model))]
      .map((model) => {
        const count = disks.filter((disk) => disk.model === model).length
        return count > 1 ? t('times', { count, model }) : model
      })
      .join(', ')
  switch (type) {
    case 'install':
      return (
        <Facts
          className="grid-cols-[88px_minmax(0,1fr)]"
          facts={[
            system,
            { term: t('name'), value: plan.hostname },
            chosen.length > 0 && {
              term: t('disk'),
              value: `${raids(values.hdd_raid)}, ${models(chosen)}`,
            },
            signIn,
          ]}
        />
      )
    case 'rescue':
      return (
        <>
          <Facts className="grid-cols-[88px_minmax(0,1fr)]" facts={[system, signIn]} />
          <p className="pb-1 text-12 text-fg-3">{t('rescueEnd')}</p>
        </>
      )
    case 'diag':
      return (
        <Facts
          className="grid-cols-[88px_minmax(0,1fr)]"
          facts={[
            { term: t('report'), value: t('reportWords') },
            values.load.length > 0 && {
              term: t('load'),
              value: values.load.map((kind) => loads(kind)).join(', '),
            },
            values.clear_hdd !== 'none' && { term: t('disk'), value: t('wiped') },
            values.setup_ipmi && { term: t('controller'), value: t('controllerUser') },
          ]}
        />
      )
    case 'clear_hdd':
      return <p className="pb-1">{t('wiped')}</p>
  }
}
