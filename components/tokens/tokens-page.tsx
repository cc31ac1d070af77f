'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { readDate } from '../../server/domain/token/date.ts'
import type { tokenInfo } from '../../server/domain/token/schema.ts'
import { inWords } from '../api/in-words.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { Tag } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CreateButton } from '../ui/create-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Section } from '../ui/section.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/table.tsx'
import { ExactTime, RelativeTime } from '../ui/time.tsx'
import { agentWords } from './agent.ts'
import { type MadeToken, TokenMade } from './token-made.tsx'

const TokenForm = lazy(() => import('./token-form.tsx'))

type Token = z.infer<typeof tokenInfo>

/** What the person is signed in with: tokens for programs, and open sessions. */
export function TokensPage() {
  const t = useTranslations('tokens')
  const trpc = useTRPC()
  const query = useQuery(trpc.auth.token.list.queryOptions({ query: { orderby: 'id desc', limit: '0,1000' } }))
  const current = useQuery(trpc.auth.session.current.queryOptions({}))
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  const [doomed, setDoomed] = useState<Token | null>(null)
  const create = <CreateButton onClick={() => setCreating(true)}>{t('create')}</CreateButton>
  return (
    <>
      <PageHeader title={t('title')} actions={create} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 phone:px-4">
        <ObjectGate query={query}>
          {({ list }) => (
            <div className="max-w-240">
              <Section title={t('listTitle')}>
                <LongLived list={list.filter(({ kind }) => kind === 'token')} onRevoke={setDoomed} />
              </Section>
              <Section title={t('sessionsTitle')} line>
                <Sessions
                  list={list.filter(({ kind }) => kind !== 'token')}
                  own={current.data?.id}
                  onRevoke={setDoomed}
                />
              </Section>
            </div>
          )}
        </ObjectGate>
      </div>
      {creating ? (
        <Suspense>
          <TokenForm onMade={setMade} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
      {made ? <TokenMade made={made} onClose={() => setMade(null)} /> : null}
      {doomed ? <Revoke token={doomed} onClose={() => setDoomed(null)} /> : null}
    </>
  )
}

type ListProps = { list: readonly Token[]; onRevoke: (token: Token) => void }

function LongLived({ list, onRevoke }: ListProps) {
  const t = useTranslations('tokens')
  if (list.length === 0) return <p className="text-fg-2">{t('none')}</p>
  return (
    <Table label={t('listTitle')}>
      <TableHead>
        <Th>{t('fields.description')}</Th>
        <Th className="phone:hidden">{t('fields.created')}</Th>
        <Th className="phone:hidden">{t('fields.used')}</Th>
        <Th>{t('fields.expires')}</Th>
        <Th className="phone:hidden">{t('fields.ip')}</Th>
        <Th>
          <span className="sr-only">{t('actions')}</span>
        </Th>
      </TableHead>
      <tbody>
        {list.map((token) => {
          const name = token.description || t('noDescription')
          const ends = token.expires_at === null ? null : readDate(token.expires_at)
          return (
            <Tr key={token.id}>
              <Td name className="max-w-80" title={name}>
                {name}
              </Td>
              <Td quiet className="phone:hidden">
                <RelativeTime at={token.created_at} ago />
              </Td>
              <Td quiet className="phone:hidden">
                <RelativeTime at={token.seen_at} ago />
              </Td>
              <Td quiet>{ends ? <ExactTime at={ends} /> : t('never')}</Td>
              <Td quiet className="mono phone:hidden">
                {token.ip}
              </Td>
              <Td right>
                <Button kind="quiet" size="sm" aria-label={t('revokeNamed', { name })} onClick={() => onRevoke(token)}>
                  {t('revoke')}
                </Button>
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function Sessions({ list, own, onRevoke }: ListProps & { own: string | undefined }) {
  const t = useTranslations('tokens')
  const nameOf = useSessionName()
  if (list.length === 0) return <p className="text-fg-2">{t('noSessions')}</p>
  return (
    <Table label={t('sessionsTitle')}>
      <TableHead>
        <Th>{t('fields.browser')}</Th>
        <Th className="phone:hidden">{t('fields.ip')}</Th>
        <Th>{t('fields.used')}</Th>
        <Th className="phone:hidden">{t('fields.created')}</Th>
        <Th>
          <span className="sr-only">{t('actions')}</span>
        </Th>
      </TableHead>
      <tbody>
        {list.map((session) => (
          <Tr key={session.id}>
            <Td name className="max-w-80" title={session.user_agent}>
              {nameOf(session)}
              {/* A telephone has no room for a column of it. */}
              <span className="mono block font-normal text-fg-3 wide:hidden">{session.ip}</span>
              {session.confirmed ? null : <span className="ml-2 text-12 text-fg-3">{t('owing')}</span>}
            </Td>
            <Td quiet className="mono phone:hidden">
              {session.ip}
            </Td>
            <Td quiet>
              <RelativeTime at={session.seen_at} ago />
            </Td>
            <Td quiet className="phone:hidden">
              <RelativeTime at={session.created_at} ago />
            </Td>
            <Td right>
              {session.id === own ? (
                <Tag>{t('thisOne')}</Tag>
              ) : (
                <Button
                  kind="quiet"
                  size="sm"
                  aria-label={t('signOutNamed', { name: nameOf(session) })}
                  onClick={() => onRevoke(session)}
                >
                  {t('signOut')}
                </Button>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function useSessionName() {
  const t = useTranslations('tokens.kinds')
  return (session: Token) => agentWords(session.user_agent) || t(session.kind === 'rest' ? 'rest' : 'session')
}

function Revoke({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useTranslations('tokens')
  const trpc = useTRPC()
  const { auth } = useTRPCClient()
  const queries = useQueryClient()
  const nameOf = useSessionName()
  const revoke = async () => {
    await inWords(auth.token.delete.mutate({ params: { token_id: token.id } }))
    await queries.invalidateQueries(trpc.auth.token.pathFilter())
  }
  const common = { open: true, onOpenChange: (open: boolean) => (open ? undefined : onClose()), onConfirm: revoke }
  if (token.kind !== 'token') {
    return (
      <ConfirmDialog
        {...common}
        title={t('signOutAsk.title', { name: `${nameOf(token)}, ${token.ip}` })}
        lost={t('signOutAsk.lost')}
        action={t('signOutAsk.action')}
        keep={t('signOutAsk.keep')}
      />
    )
  }
  return (
    <ConfirmDialog
      {...common}
      title={t('revokeAsk.title', { name: token.description || t('noDescription') })}
      lost={t('revokeAsk.lost')}
      action={t('revokeAsk.action')}
    />
  )
}
