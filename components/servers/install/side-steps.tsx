'use client'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import { stepsOf } from '../../../server/domain/operation/steps.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import type { InstallValues } from './rules.ts'
import type { Begun } from './types.ts'
import { clearingOf, templateOf } from './values.ts'

const named = [
  'check',
  'ports',
  'reserve',
  'boot_device',
  'power',
  'loader',
  'system',
  'report',
  'load',
  'fetch',
  'wipe',
  'controller',
  'controller_login',
  'image',
  'verify',
  'configure',
  'installer',
  'partition',
  'packages',
  'ports_back',
  'local_boot',
  'answer',
] as const

type Props = { type: Begun; plan: InstallPlan; server: Server; values: InstallValues }

/** The steps that come, with the times that they took lately. */
export function SideSteps({ type, plan, server, values }: Props) {
  const t = useTranslations('installing.side')
  const words = useTranslations('operations.steps')
  const span = useSpan()
  const clear_hdd = clearingOf(type, values)
  const setup_ipmi = type === 'diag' && values.setup_ipmi
  const load = type === 'diag' && values.load.length > 0
  const installer = templateOf(type, plan, values)?.installer ?? false
  const took = plan.durations.find(
    (one) => one.type === type && one.clear_hdd === clear_hdd && one.installer === installer,
  )
  const steps = stepsOf({
    ...{ type, clear_hdd, setup_ipmi, installer, load },
    controller: server.ipmi !== null,
    provisioning: plan.provisioning_vlan !== null,
  })
  const key = took?.same_platform ? 'ofLastSame' : 'ofLast'
  return (
    <SidePanelSection title={took ? t('stepsAbout', { span: span(took.median) }) : t('steps')}>
      <ol className="flex flex-col gap-1">
        {steps.map((step, at) => {
          const name = named.find((one) => one === step)
          const time = took?.steps.find((one) => one.name === step)
          return (
            <li key={step} className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2">
              <span className="num text-12 leading-5 text-fg-3">{at + 1}</span>
              <span>{name ? words(name) : step}</span>
              <span className="num text-fg-3">{time ? span(time.seconds) : null}</span>
            </li>
          )
        })}
      </ol>
      <p className="mt-1.5 pb-1 text-12 text-fg-3">
        {took
          ? t(key, {
              ...{ count: took.count, median: span(took.median), longest: span(took.longest) },
              platform: server.platform?.name ?? '',
            })
          : t('noTimes')}
      </p>
    </SidePanelSection>
  )
}

/** A length of time as it stands beside a step: `4 min 10 s`. */
function useSpan() {
  const t = useTranslations('installing.side')
  return (exact: number) => {
    const seconds = Math.round(exact)
    return t('time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }).trim()
  }
}
