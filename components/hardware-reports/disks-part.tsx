import { useFormatter, useTranslations } from 'use-intl'
import { driveSize, judgeDisk } from '../../server/domain/hardware-report/parts.ts'
import type { HardwareReport } from '../../server/domain/operation/report.ts'
import { Copyable } from '../ui/controls/copy.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'

type Disk = HardwareReport['disks'][number]
const signs = { ok: 'ok', warn: 'warn', fault: 'fault', unknown: 'unknown' } as const satisfies Record<
  string,
  StateKind
>

/** Disks with what SMART says of them. */
export function DisksPart({ disks }: { disks: readonly Disk[] }) {
  const t = useTranslations('hardwareReports')
  const format = useFormatter()
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '-' : format.number(value)
  return (
    <Section title={t('disks')} count={disks.length}>
      {disks.length === 0 ? (
        <p className="text-fg-3">{t('noDisks')}</p>
      ) : (
        <div className="overflow-x-auto">
          <Rows
            label={t('disks')}
            rows={disks.map((disk, at) => ({ ...disk, at }))}
            rowKey={({ at }) => at}
            columns={[
              {
                head: t('disk.model'),
                name: true,
                cell: ({ model, bytes }) => (
                  <>
                    {model || '-'} <span className="num text-fg-3">{driveSize(bytes)}</span>
                  </>
                ),
              },
              {
                head: t('disk.serial'),
                cell: ({ serial, wwn }) => (serial || wwn ? <Copyable text={serial || wwn} /> : '-'),
              },
              { head: t('disk.transport'), quiet: true, cell: ({ transport }) => transport.toUpperCase() },
              { head: t('disk.firmware'), quiet: true, cell: ({ firmware }) => firmware || '-' },
              {
                head: t('disk.worn'),
                right: true,
                cell: ({ smart }) => (smart?.used_percent == null ? '-' : `${format.number(smart.used_percent)}%`),
              },
              { head: t('disk.reallocated'), right: true, cell: ({ smart }) => number(smart?.reallocated) },
              { head: t('disk.hours'), right: true, cell: ({ smart }) => number(smart?.hours) },
              {
                head: t('disk.heat'),
                right: true,
                cell: ({ smart }) => (smart?.temperature == null ? '-' : `${format.number(smart.temperature)} °C`),
              },
              { head: t('disk.result'), cell: (disk) => <Judgement disk={disk} /> },
            ]}
          />
        </div>
      )}
    </Section>
  )
}

function Judgement({ disk }: { disk: Disk }) {
  const t = useTranslations('hardwareReports.judgements')
  const judged = judgeDisk(disk)
  return <State kind={signs[judged]}>{t(judged)}</State>
}
