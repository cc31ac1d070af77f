import { useFormatter, useTranslations } from 'use-intl'
import type { LoadResult } from '../../server/domain/hardware-report/load.ts'
import { State } from '../ui/display/state-mark.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'

/** What tests under load found. */
export function LoadPart({ load }: { load: LoadResult }) {
  const t = useTranslations('hardwareReports.load')
  const size = useSizes()
  const format = useFormatter()
  const what = (one: LoadResult[number]) => {
    if (one.test === 'cpu') return t('cpus', { count: one.cpus, size: size(one.mib) })
    return one.test === 'memory' ? t('filled', { size: size(one.mib) }) : t('read', { size: size(one.mib) })
  }
  const result = (one: LoadResult[number]) => {
    if (!one.ok) return one.test === 'cpu' ? t('wrong', { count: one.wrong }) : t(`failed.${one.test}`)
    if (one.test !== 'disk' || one.mib_per_s === null) return t('ok')
    return t('speed', { speed: format.number(one.mib_per_s) })
  }
  return (
    <Section title={t('title')}>
      <Rows
        label={t('title')}
        rows={load.map((one, at) => ({ ...one, at }))}
        rowKey={({ at }) => at}
        columns={[
          {
            head: t('test'),
            name: true,
            cell: (one) => (one.test === 'disk' ? t('disk', { serial: one.serial || '-' }) : t(one.test)),
          },
          { head: t('what'), quiet: true, cell: what },
          { head: t('result'), cell: (one) => <State kind={one.ok ? 'ok' : 'fault'}>{result(one)}</State> },
        ]}
      />
    </Section>
  )
}
