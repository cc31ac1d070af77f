'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Rehearsal } from '../../../server/domain/rehearsal/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { Said } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { ExactTime, RelativeTime } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { RehearsalPicture } from '../rehearsal-picture.tsx'
import { RehearsalState, useAnswerWords } from '../rehearsal-state.tsx'
import { RehearseAgain } from './rehearse-again.tsx'

/** One rehearsal: the screen that was seen, and what came of it. */
export function RehearsalPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.rehearsal.get.queryOptions({ params: { rehearsal_id: id } }))
  return <ObjectGate query={query}>{(rehearsal) => <Page rehearsal={rehearsal} />}</ObjectGate>
}

function Page({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTranslations('rehearsals')
  return (
    <ObjectPage
      name={t('of', { name: rehearsal.host.name })}
      badges={<RehearsalState rehearsal={{ ...rehearsal, reason: null }} />}
      actions={<RehearseAgain rehearsal={rehearsal} />}
      entries={[]}
      href={() => paths.rehearsal(rehearsal.id)}
      tabs={{
        overview: {
          show: () => (
            <WithSidePanel label={t('facts')} side={<RehearsalFacts rehearsal={rehearsal} />}>
              <Screen rehearsal={rehearsal} />
            </WithSidePanel>
          ),
        },
      }}
    />
  )
}

function Screen({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTranslations('rehearsals')
  const { reason, has_picture, picture_at } = rehearsal
  return (
    <>
      {reason === null ? null : (
        <Notice kind="fault">
          <Said text={reason} />
        </Notice>
      )}
      {has_picture ? (
        <figure className="mt-2">
          <RehearsalPicture rehearsal={rehearsal} className="h-auto w-full max-w-180" />
          <figcaption className="mt-1 text-12 text-fg-3">
            {t('pictureTaken')} {picture_at && <ExactTime at={picture_at} />}
          </figcaption>
        </figure>
      ) : (
        <EmptyState title={t('noPicture')}>{t('noPictureHint')}</EmptyState>
      )}
    </>
  )
}

function RehearsalFacts({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTranslations('rehearsals')
  const answer = useAnswerWords()(rehearsal)
  const { host, node, cluster, account, backup_made_at, started_at, ended_at, cleared_at, date_create } = rehearsal
  return (
    <SidePanelSection title={t('facts')}>
      <Facts
        facts={[
          {
            term: t('fields.host'),
            value:
              host.id === null ? (
                host.name
              ) : (
                <Link className="hover:underline" href={paths.host(host.id, 'backups')}>
                  {host.name}
                </Link>
              ),
          },
          account && { term: t('fields.account'), value: account.email },
          answer !== null && { term: t('fields.answer'), value: answer },
          backup_made_at !== null && { term: t('fields.backup_made_at'), value: <ExactTime at={backup_made_at} /> },
          { term: t('fields.date_create'), value: <RelativeTime at={date_create} /> },
          started_at !== null && { term: t('fields.started_at'), value: <ExactTime at={started_at} /> },
          ended_at !== null && { term: t('fields.ended_at'), value: <ExactTime at={ended_at} /> },
          ended_at !== null && {
            term: t('fields.cleared_at'),
            value: cleared_at === null ? t('notCleared') : <ExactTime at={cleared_at} />,
          },
          { term: t('fields.started_by'), value: rehearsal.made_by ?? t('values.started_by.plan') },
          cluster && { term: t('fields.cluster'), value: cluster.name },
          node && { term: t('fields.node'), value: node.name },
        ]}
      />
    </SidePanelSection>
  )
}
