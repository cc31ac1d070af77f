'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { userFields } from '../../server/domain/user/fields.ts'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { HostsOf } from '../hosts/hosts-of.tsx'
import { paths } from '../paths.ts'
import { ObjectPage } from '../resource/object-page.tsx'
import { useOwnFacts } from '../resource/own-facts.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { Tag } from '../ui/display/badge.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { ExactTime } from '../ui/display/time.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Section } from '../ui/layout/section.tsx'
import { mainRole, roleLabels } from './roles.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserBadge } from './user-state.tsx'

// Parts that stand below or behind a tab.
const AccountLimits = lazy(async () => ({ default: (await import('../limits/account-limits.tsx')).AccountLimits }))
const AccountLimitsForm = lazy(() => import('../limits/account-limits-form.tsx'))
const SshKeys = lazy(async () => ({ default: (await import('../ssh-keys/ssh-keys.tsx')).SshKeys }))
const TokensOf = lazy(async () => ({ default: (await import('../tokens/tokens-of.tsx')).TokensOf }))

/** One user: account, SSH keys, and owned VMs. */
export function UserPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.auth.user.get.queryOptions({ params: { user_id: String(id) } }))
  return <ObjectGate query={query}>{(user) => <Page user={user} />}</ObjectGate>
}

function Page({ user }: { user: UserRecord }) {
  const t = useTranslations('users')
  const format = useFormatter()
  const trpc = useTRPC()
  const actions = useUserActions()
  const owned = useQuery(trpc.vm.account.get.queryOptions({ params: { account_id: user.id } }))
  const count = owned.data?.host_count
  return (
    <ObjectPage
      name={user.email}
      sub={user.full_name || undefined}
      badges={
        <>
          <UserBadge state={user.state} />
          <Tag>{t(`roles.${roleLabels[mainRole(user.roles)]}`)}</Tag>
        </>
      }
      actions={actions.editButton(user)}
      entries={actions.entries(user)}
      href={(tab) => paths.user(user.id, tab)}
      tabs={{
        overview: { show: () => <UserOverview user={user} /> },
        hosts: {
          count: count === undefined ? undefined : format.number(count),
          show: () => (
            <HostsOf
              id="user.hosts"
              base={`account EQ ${user.id}`}
              without={['account']}
              empty={<EmptyState title={t('noMachines')} />}
            />
          ),
        },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}

function UserOverview({ user }: { user: UserRecord }) {
  const t = useTranslations('users')
  const limits = useTranslations('limits')
  const { ask, dialogs } = useAsking<'limits'>((_, close) => (
    <AccountLimitsForm id={user.id} email={user.email} role={mainRole(user.roles)} onClose={close} />
  ))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 phone:px-4">
      <div className="max-w-200">
        <Section title={t('who')}>
          <UserFacts user={user} />
        </Section>
        <Section
          title={limits('title')}
          action={
            <Button kind="quiet" size="sm" onClick={() => ask('limits')}>
              {limits('edit')}
            </Button>
          }
        >
          <Suspense>
            <AccountLimits accountId={user.id} />
          </Suspense>
        </Section>
        <Suspense>
          <SshKeys userId={user.id} />
        </Suspense>
      </div>
      <div className="max-w-280">
        <Suspense>
          <TokensOf userId={user.id} />
        </Suspense>
      </div>
      {dialogs}
    </div>
  )
}

function UserFacts({ user }: { user: UserRecord }) {
  const t = useTranslations('users')
  const own = useOwnFacts(userFields, 'users')
  const lists = user.access_lists.map((list) => (
    <span key={list.id} className="mr-3">
      <TextLink href={paths.accessList(list.id)}>{list.name}</TextLink>
    </span>
  ))
  return (
    <Facts
      className="grid-cols-[160px_minmax(0,1fr)]"
      facts={[
        { term: t('fields.email'), value: <Copyable text={user.email} mono={false} /> },
        ...own(user),
        { term: t('fields.is_2fa_enabled'), value: user.is_2fa_enabled ? t('on') : t('off') },
        { term: t('fields.access_lists'), value: lists.length > 0 ? lists : t('anywhere') },
        {
          term: t('fields.last_sign_in_at'),
          value: user.last_sign_in_at ? <ExactTime at={user.last_sign_in_at} /> : t('never'),
        },
        { term: t('fields.created_at'), value: <ExactTime at={user.created_at} /> },
        { term: t('fields.id'), value: <Copyable text={String(user.id)} /> },
      ]}
    />
  )
}
