'use client'
import { useTranslations } from 'use-intl'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { useUserColumns } from './columns.tsx'
import { useUserFilters } from './filters.ts'
import { mainRole, roleLabels } from './roles.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserState } from './user-state.tsx'

const byEmail = { field: 'email', desc: false }
const rowName = (user: UserRecord) => user.email
const rowHref = (user: UserRecord) => paths.user(user.id)

/** All accounts that may sign in. */
export function UsersPage() {
  const t = useTranslations('users')
  const trpc = useTRPC()
  const actions = useUserActions()
  return (
    <ResourceList<UserRecord>
      id="users"
      words="users"
      csv="auth/user"
      list={trpc.auth.user.list}
      sort={byEmail}
      filters={useUserFilters()}
      columns={useUserColumns()}
      rowHref={rowHref}
      rowName={rowName}
      actions={actions}
      phone={(user) => ({
        detail: [user.full_name, t(`roles.${roleLabels[mainRole(user.roles)]}`)].filter(Boolean).join(', '),
        state: <UserState state={user.state} />,
      })}
      beside={
        <Button asChild>
          <Link href={paths.userRules()}>{t('rules')}</Link>
        </Button>
      }
      create={actions.createButton()}
    />
  )
}
