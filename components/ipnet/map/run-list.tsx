'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { IpnetMap } from '../../../server/domain/ipnet/map.ts'
import { useAddressCount } from '../../addresses/how-full.tsx'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'

/** A network too large to draw: what of it is in use, and what pools give. */
export function RunList({ map }: { map: IpnetMap }) {
  const t = useTranslations('addresses.map')
  const format = useFormatter()
  const count = useAddressCount()
  return (
    <div className="flex max-w-200 flex-col gap-3">
      <p className="text-fg-2">{t('tooLarge', { used: format.number(map.using_ip), total: count(map.size) })}</p>
      {map.more ? <Notice kind="plain">{t('more')}</Notice> : null}
      <Section title={t('runs')} count={format.number(map.runs.length)}>
        {map.runs.length === 0 ? (
          <p className="text-fg-3">{t('noRuns')}</p>
        ) : (
          <Table label={t('runs')}>
            <TableHead>
              <Th>{t('from')}</Th>
              <Th>{t('to')}</Th>
              <Th right>{t('count')}</Th>
            </TableHead>
            <tbody>
              {map.runs.map((run) => (
                <Tr key={run.first}>
                  <Td name>
                    <span className="mono">{run.first}</span>
                  </Td>
                  <Td>
                    <span className="mono">{run.last}</span>
                  </Td>
                  <Td right>{format.number(run.count)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      <Section title={t('ranges')} count={format.number(map.ranges.length)}>
        {map.ranges.length === 0 ? (
          <p className="text-fg-3">{t('noRanges')}</p>
        ) : (
          <Table label={t('ranges')}>
            <TableHead>
              <Th>{t('from')}</Th>
              <Th>{t('to')}</Th>
              <Th>{t('pool')}</Th>
            </TableHead>
            <tbody>
              {map.ranges.map((range) => (
                <Tr key={range.id}>
                  <Td name>
                    <span className="mono">{range.first}</span>
                  </Td>
                  <Td>
                    <span className="mono">{range.last}</span>
                  </Td>
                  <Td>
                    <TextLink plain href={paths.pool(range.pool.id)}>
                      {range.pool.name}
                    </TextLink>
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
    </div>
  )
}
