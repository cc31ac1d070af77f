'use client'
import { useTranslations } from 'use-intl'
import { likelyCause, linksOf, type Remedy } from '../../../../server/domain/operation/cause.ts'
import type { Operation } from '../../../../server/domain/operation/schema.ts'
import { diskState, runsOn } from '../../../../server/domain/operation/steps.ts'
import type { Server } from '../../../../server/domain/server/record.ts'
import { useMe } from '../../../api/me.tsx'
import { Said } from '../../../i18n/said.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { Notice } from '../../../ui/display/notice.tsx'

type Props = { server: Server; operation: Operation }

/** Why an operation did not end well, what most likely caused that, what state the disks are in, and what can be done now. */
export function OperationOutcome({ server, operation }: Props) {
  const t = useTranslations('operations')
  const { status, type, status_info } = operation
  if (status !== 'fail' && status !== 'cancelled') return null
  const around = { controller: server.ipmi !== null, links: linksOf(server.switch_connection) }
  const likely = likelyCause(operation, around)
  // A rescue system writes nothing, and what diagnostics leave out needs no word.
  const stays = status === 'cancelled' ? runsOn(operation) : null
  const disks = type === 'rescue' && !stays ? null : t(`left.${stays ?? diskState(operation)}`)
  return (
    <Notice
      kind={status === 'fail' ? 'fault' : 'plain'}
      {...(status === 'cancelled' && { mark: 'off' as const })}
      className="mt-1.5 mb-1"
      title={
        status === 'cancelled' ? (
          t('cancelled')
        ) : status_info.reason ? (
          <span className="wrap-anywhere">
            <Said text={status_info.reason} />
          </span>
        ) : (
          t('values.status.fail')
        )
      }
      actions={<Next server={server} operation={operation} remedies={likely?.remedies ?? []} />}
    >
      {[likely && t('likely', { cause: t(`causes.${likely.cause}`) }), disks].filter(Boolean).join(' ')}
    </Notice>
  )
}

/** What is for administrators only. */
const adminsOnly: ReadonlySet<Remedy> = new Set(['services', 'ports'])

function Next({ server, operation, remedies }: Props & { remedies: readonly Remedy[] }) {
  const t = useTranslations('operations')
  const { isAdmin } = useMe()
  const href: Record<Remedy, string> = {
    console: paths.server(server.id, 'console'),
    controller: paths.server(server.id, 'controller'),
    power: paths.server(server.id, 'power'),
    ports: paths.server(server.id),
    services: paths.location(server.location.id, 'services'),
  }
  const canRepeat = operation.type === 'install' && server.operation_running === null
  return (
    <>
      {canRepeat ? (
        <Button size="sm" kind="primary" asChild>
          <Link href={paths.serverInstall(server.id)}>{t('repeat')}</Link>
        </Button>
      ) : null}
      {remedies
        .filter((one) => (isAdmin || !adminsOnly.has(one)) && (server.ipmi !== null || one !== 'console'))
        .map((one) => (
          <Button key={one} size="sm" asChild>
            <Link href={href[one]}>{t(`remedies.${one}`)}</Link>
          </Button>
        ))}
    </>
  )
}
