'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/display/text.tsx'
import { ExactTime } from '../ui/display/time.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'
import { ResultState } from './result-state.tsx'

const SHOWN = 50

/** Certificates of the disks that were cleared in a server; nothing where there are none. */
export function ServerCertificates({ server_id }: { server_id: number }) {
  const t = useTranslations('certificates')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.dci.erasureCertificate.list.queryOptions({
      query: { where: `server EQ ${server_id}`, orderby: 'id desc', limit: `0,${SHOWN}` },
    }),
  )
  return (
    <ObjectGate query={query}>
      {({ list, size }) =>
        list.length === 0 ? null : (
          <Section title={t('title')} count={size}>
            <div className="overflow-x-auto">
              <Rows
                label={t('title')}
                rows={list}
                columns={[
                  {
                    head: t('number'),
                    name: true,
                    cell: ({ id, number }) => <TextLink href={paths.certificate(id)}>{number}</TextLink>,
                  },
                  { head: t('made'), cell: ({ created_at }) => <ExactTime at={created_at} /> },
                  { head: t('drives'), right: true, cell: ({ serials }) => serials.length },
                  { head: t('result'), cell: ({ result }) => <ResultState result={result} /> },
                ]}
              />
            </div>
          </Section>
        )
      }
    </ObjectGate>
  )
}
