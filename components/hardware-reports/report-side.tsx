import { useTranslations } from 'use-intl'
import type { Comparison } from '../../server/domain/hardware-report/difference.ts'
import type { HardwareReportRecord } from '../../server/domain/hardware-report/schema.ts'
import { Copyable } from '../ui/controls/copy.tsx'
import { ExactTime } from '../ui/display/time.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { SidePanelSection } from '../ui/layout/section.tsx'
import { DifferenceList, Line } from './difference-list.tsx'
import { ServerOperations } from './server-operations.tsx'

/** Beside a report: what has changed, the platform, firmware, controller, operations of the server. */
export function ReportSide({
  record,
  comparison,
}: {
  record: HardwareReportRecord
  comparison: Comparison | undefined
}) {
  const t = useTranslations('hardwareReports')
  const { report, platform, server } = record
  const { bios, firmware, controller } = report
  return (
    <>
      {comparison ? (
        <SidePanelSection
          title={
            comparison.with
              ? t.rich('since', { at: () => <ExactTime key="at" at={comparison.with?.at ?? ''} /> })
              : t('compared')
          }
        >
          {comparison.with ? (
            <DifferenceList comparison={comparison} />
          ) : (
            <p className="pb-1 text-fg-3">{t('firstReport')}</p>
          )}
        </SidePanelSection>
      ) : null}
      <SidePanelSection title={t('platform', { name: platform.name })}>
        <ul>
          {platform.checks.map(({ part, ok, found, most }) => (
            <Line key={part} kind={ok ? 'ok' : 'warn'} label={t(ok ? 'levels.ok' : 'levels.warn')}>
              {t(`checks.${part}`, { found, most })}
            </Line>
          ))}
        </ul>
      </SidePanelSection>
      <SidePanelSection title={t('firmware')}>
        <Facts
          facts={[
            { term: 'BIOS', value: [bios.version, bios.date].filter(Boolean).join(', ') || '-' },
            bios.vendor !== '' && { term: t('biosVendor'), value: bios.vendor },
            { term: t('bootedBy'), value: firmware === 'uefi' ? 'UEFI' : 'BIOS' },
            controller !== null && controller.firmware !== '' && { term: t('controller'), value: controller.firmware },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('controller')}>
        {controller ? (
          <Facts
            facts={[
              { term: t('address'), value: controller.address ? <Copyable text={controller.address} /> : '-' },
              { term: 'MAC', value: controller.mac ? <Copyable text={controller.mac} /> : '-' },
            ]}
          />
        ) : (
          <p className="pb-1 text-fg-3">{t('noController')}</p>
        )}
      </SidePanelSection>
      <ServerOperations server_id={server.id} />
    </>
  )
}
