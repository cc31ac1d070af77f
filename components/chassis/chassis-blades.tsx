'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Loaded } from '../api/loaded.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { PowerState } from '../power/power-state.tsx'
import { ServerState } from '../servers/server-state.tsx'
import { linked } from '../ui/display/text.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'

/** What is in the slots of a chassis, a line each. */
export function ChassisBlades({ chassis }: { chassis: number }) {
  const t = useTranslations('chassis')
  const server = useTranslations('servers.fields')
  const trpc = useTRPC()
  const where = `chassis.id EQ ${chassis}`
  const query = useQuery(trpc.dci.server.list.queryOptions({ query: { where, orderby: 'slot', limit: '0,100' } }))
  return (
    <Loaded query={query} rows={4} label={t('blades')} unread={t('bladesUnread')}>
      {({ list, size }) =>
        size === 0 ? null : (
          <Section title={t('blades')} count={size}>
            <Rows
              label={t('blades')}
              rows={list}
              columns={[
                { head: server('slot'), right: true, className: 'w-14', cell: ({ slot }) => slot },
                {
                  head: server('name'),
                  name: true,
                  cell: ({ id, name }) => linked(paths.server(id), name),
                },
                { head: server('state'), cell: (blade) => <ServerState server={blade} /> },
                { head: server('power_status'), wide: true, cell: (blade) => <PowerState server={blade} /> },
                { head: server('platform'), quiet: true, wide: true, cell: ({ platform }) => platform?.name ?? '-' },
                { head: server('owner'), quiet: true, wide: true, cell: ({ owner_email }) => owner_email ?? '-' },
              ]}
            />
          </Section>
        )
      }
    </Loaded>
  )
}
