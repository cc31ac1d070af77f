'use client'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { readDate } from '../../server/domain/token/date.ts'
import type { tokenInfo } from '../../server/domain/token/schema.ts'
import { Button } from '../ui/controls/button.tsx'
import { Tag } from '../ui/display/badge.tsx'
import { ExactTime, RelativeTime } from '../ui/display/time.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'
import { agentLabel } from './agent.ts'

export type Token = z.infer<typeof tokenInfo>

type ListProps = { list: readonly Token[]; onRevoke: (token: Token) => void }

/** Tokens for programs. */
export function LongLived({ list, none, onRevoke }: ListProps & { none: string }) {
  const t = useTranslations('tokens')
  if (list.length === 0) return <p className="text-fg-2">{none}</p>
  return (
    <Table label={t('listTitle')}>
      <TableHead>
        <Th>{t('fields.description')}</Th>
        <Th className="phone:hidden">{t('fields.created')}</Th>
        <Th className="phone:hidden">{t('fields.used')}</Th>
        <Th>{t('fields.expires')}</Th>
        <Th className="phone:hidden">{t('fields.ip')}</Th>
        <Th className="phone:hidden">{t('fields.issuer')}</Th>
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
                <RelativeTime at={token.created_at} />
              </Td>
              <Td quiet className="phone:hidden">
                <RelativeTime at={token.seen_at} />
              </Td>
              <Td quiet>{ends ? <ExactTime at={ends} /> : t('never')}</Td>
              <Td quiet className="mono phone:hidden">
                {token.last_ip}
              </Td>
              <Td quiet className="max-w-48 phone:hidden">
                <IssuedBy token={token} />
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

/** Open sessions; `own` is the caller's. */
export function Sessions({ list, own, onRevoke }: ListProps & { own: string | undefined }) {
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
        <Th className="phone:hidden">{t('fields.issuer')}</Th>
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
              <span className="mono block font-normal text-fg-3 wide:hidden">{session.last_ip}</span>
              {session.confirmed ? null : <span className="ml-2 text-12 text-fg-3">{t('owing')}</span>}
            </Td>
            <Td quiet className="mono phone:hidden">
              {session.last_ip}
            </Td>
            <Td quiet>
              <RelativeTime at={session.seen_at} />
            </Td>
            <Td quiet className="phone:hidden">
              <RelativeTime at={session.created_at} />
            </Td>
            <Td quiet className="max-w-48 phone:hidden">
              <IssuedBy token={session} />
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

/** What a session is called: its program, or its kind. */
export function useSessionName() {
  const t = useTranslations('tokens.kinds')
  return (session: Token) => agentLabel(session.user_agent) || t(session.kind === 'rest' ? 'rest' : 'session')
}

/** With what it was issued, and by whom. */
function IssuedBy({ token }: { token: Token }) {
  const t = useTranslations('tokens.issuedWith')
  const words = t(token.issued_with)
  const by = token.issuer?.email
  return (
    <span className="block truncate" title={by ? `${by}, ${words}` : words}>
      {words}
      {by ? <span className="block truncate text-12 text-fg-3">{by}</span> : null}
    </span>
  )
}
