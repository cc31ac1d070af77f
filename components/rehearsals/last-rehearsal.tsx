'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/controls/link.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { RehearsalState, useAnswerWords } from './rehearsal-state.tsx'

/** What came of the last rehearsal of a VM, in a line. */
export function LastRehearsal({ host_id }: { host_id: number }) {
  const t = useTranslations('rehearsals')
  const trpc = useTRPC()
  const answer = useAnswerWords()
  const query = { where: `host.id EQ ${host_id}`, orderby: 'id desc', limit: '0,1' }
  const { data } = useQuery(trpc.vm.rehearsal.list.queryOptions({ query }))
  if (!data) return null
  const [last] = data.list
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2 text-12 text-fg-2">
      <span>{t('last')}</span>
      {last ? (
        <>
          <RehearsalState rehearsal={last} />
          <span>{answer(last)}</span>
          <Link className="underline underline-offset-2" href={paths.rehearsal(last.id)}>
            <RelativeTime at={last.ended_at ?? last.date_create} />
          </Link>
        </>
      ) : (
        <span className="text-fg-3">{t('never')}</span>
      )}
    </p>
  )
}
