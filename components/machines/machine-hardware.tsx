'use client'
import { useTranslations } from 'use-intl'
import { countedWords, processorName } from '../../server/domain/hardware-report/parts.ts'
import type { MachineDetail } from '../../server/domain/machine/schema.ts'
import type { HardwareReport } from '../../server/domain/operation/report.ts'
import { Copyable } from '../ui/controls/copy.tsx'
import { Mono } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { Facts } from '../ui/layout/facts.tsx'
import { SidePanelSection } from '../ui/layout/section.tsx'

const MIB = 1024 * 1024

/** What a machine has said that it is made of, and how it has been met. */
export function MachineHardware({ machine }: { machine: MachineDetail }) {
  const t = useTranslations('machines')
  const { report } = machine
  return (
    <>
      {report ? <Report report={report} /> : null}
      {report?.controller ? (
        <SidePanelSection title={t('controllerTitle')}>
          <Facts
            facts={[
              { term: t('fields.address'), value: <Copyable text={report.controller.address} /> },
              { term: t('fields.mac'), value: <Copyable text={report.controller.mac} /> },
              report.controller.firmware !== '' && { term: t('fields.firmware'), value: report.controller.firmware },
            ]}
          />
        </SidePanelSection>
      ) : null}
      <SidePanelSection title={t('metTitle')}>
        <Facts
          facts={[
            { term: t('fields.location'), value: machine.location.name },
            { term: t('fields.mac'), value: <Copyable text={machine.mac} /> },
            { term: t('fields.address'), value: <Mono>{machine.address}</Mono> },
            { term: t('fields.first_seen_at'), value: <RelativeTime at={machine.first_seen_at} /> },
            { term: t('fields.seen_at'), value: <RelativeTime at={machine.seen_at} /> },
            { term: t('fields.asked'), value: t('times', { count: machine.asked }) },
          ]}
        />
      </SidePanelSection>
    </>
  )
}

function Report({ report }: { report: HardwareReport }) {
  const t = useTranslations('machines')
  const size = useSizes()
  const modules = countedWords(report.memory_modules, ({ mib }) => size(mib))
  const lines = (words: readonly string[]) => words.map((one) => <div key={one}>{one}</div>)
  return (
    <SidePanelSection title={t('hardwareTitle')}>
      <Facts
        facts={[
          report.vendor !== '' && { term: t('fields.vendor'), value: report.vendor },
          report.serial !== '' && { term: t('fields.serial'), value: <Copyable text={report.serial} /> },
          { term: t('fields.cpus'), value: lines(countedWords(report.cpus, processorName)) },
          {
            term: t('fields.memory'),
            value: modules.length > 0 ? `${size(report.memory_mib)}: ${modules.join(', ')}` : size(report.memory_mib),
          },
          {
            term: t('fields.disks'),
            value:
              report.disks.length > 0
                ? lines(countedWords(report.disks, ({ model, bytes }) => `${model} ${size(bytes / MIB)}`.trim()))
                : t('noDisks'),
          },
          {
            term: t('fields.macs'),
            value: report.nics.map(({ mac }) => (
              <div key={mac} className="mono">
                {mac}
              </div>
            )),
          },
          {
            term: t('fields.firmware'),
            value: [report.bios.vendor, report.bios.version, report.firmware.toUpperCase()].filter(Boolean).join(' '),
          },
        ]}
      />
    </SidePanelSection>
  )
}
