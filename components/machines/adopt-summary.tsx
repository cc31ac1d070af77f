'use client'
import { useTranslations } from 'use-intl'
import type { MachineDetail } from '../../server/domain/machine/schema.ts'
import { StateMark } from '../ui/display/state-mark.tsx'

type AdoptSummaryProps = {
  machine: MachineDetail
  /** Its address, when it is added. */
  controller: string | null
  /** Diagnostics make a user in it. */
  makesUser: boolean
}

/** What an adoption makes. */
export function AdoptSummary({ machine, controller, makesUser }: AdoptSummaryProps) {
  const t = useTranslations('machines')
  const { report, evidence } = machine
  if (!report) return null
  const told = evidence.filter(({ by }) => by === 'lldp')
  const cables = told.filter(
    ({ mac, port, is_free }) => is_free && told.every((one) => (one.mac === mac) === (one.port.id === port.id)),
  )
  const lines = [
    {
      kind: 'ok' as const,
      words: t('made.server', {
        cpus: report.cpus.length,
        modules: report.memory_modules.length,
        disks: report.disks.length,
        macs: machine.macs.length,
      }),
    },
    ...cables.map((one) => ({
      kind: 'ok' as const,
      words: t('made.cable', { nic: one.nic, switch: one.switch.name, port: one.port.name }),
    })),
    ...(cables.length === 0 ? [{ kind: 'warn' as const, words: t('made.noCable') }] : []),
    ...(makesUser ? [{ kind: 'ok' as const, words: t('made.controllerUser') }] : []),
    ...(controller === null && makesUser
      ? []
      : [
          controller === null
            ? { kind: 'warn' as const, words: t('made.noController') }
            : { kind: 'ok' as const, words: t('made.controller', { address: controller }) },
        ]),
    { kind: 'warn' as const, words: t('made.noOutlet') },
  ]
  return (
    <div>
      <h3 className="mb-1 font-semibold">{t('made.title')}</h3>
      <ul className="flex flex-col gap-1 text-12">
        {lines.map(({ kind, words }) => (
          <li key={words} className="flex items-start gap-2">
            <StateMark kind={kind} className="mt-0.5" />
            <span className="min-w-0 break-words">{words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
