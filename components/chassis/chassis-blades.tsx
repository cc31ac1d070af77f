'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { PowerState, ServerState } from '../servers/server-state.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Section } from '../ui/layout/section.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'

/** What is in the slots of a chassis, a line each. */
export function ChassisBlades({ chassis }: { chassis: number }) {
  const t = useTranslations('chassis')
  const server = useTranslations('servers.fields')
  const trpc = useTRPC()
  const where = `chassis.id EQ ${chassis}`
  const query = useQuery(trpc.dci.server.list.queryOptions({ query: { where, orderby: 'slot', limit: '0,100' } }))
  const { data, error } = query
  if (!data)
    return error ? (
      <ErrorState title={t('bladesUnread')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={4} label={t('blades')} />
    )
  if (data.list.length === 0) return null
  return (
    <Section title={t('blades')} count={data.size}>
      <Table label={t('blades')}>
        <TableHead>
          <Th right className="w-14">
            {server('slot')}
          </Th>
          <Th>{server('name')}</Th>
          <Th>{server('state')}</Th>
          <Th className="phone:hidden">{server('power_status')}</Th>
          <Th className="phone:hidden">{server('platform')}</Th>
          <Th className="phone:hidden">{server('owner')}</Th>
        </TableHead>
        <tbody>
          {data.list.map((blade) => (
            <Tr key={blade.id}>
              <Td right>{blade.slot}</Td>
              <Td name>
                <TextLink plain href={paths.server(blade.id)}>
                  {blade.name}
                </TextLink>
              </Td>
              <Td>
                <ServerState server={blade} />
              </Td>
              <Td className="phone:hidden">
                <PowerState server={blade} />
              </Td>
              <Td quiet className="phone:hidden">
                {blade.platform?.name ?? '-'}
              </Td>
              <Td quiet className="phone:hidden">
                {blade.owner_email ?? '-'}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
