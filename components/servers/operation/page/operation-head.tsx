'use client'
import Square from 'lucide-react/icons/square'
import { useTranslations } from 'use-intl'
import { whyNotEnd } from '../../../../server/domain/operation/owners.ts'
import type { Operation } from '../../../../server/domain/operation/schema.ts'
import { isInRescue } from '../../../../server/domain/operation/steps.ts'
import type { Waterfall } from '../../../../server/domain/operation/waterfall.ts'
import type { Server } from '../../../../server/domain/server/record.ts'
import { useMe } from '../../../api/me.tsx'
import { useSaid } from '../../../i18n/said.tsx'
import { paths } from '../../../paths.ts'
import { ObjectPath } from '../../../resource/object-path.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy.tsx'
import { RackIcon, ServerIcon } from '../../../ui/display/icons.tsx'
import { ExactTime } from '../../../ui/display/time.tsx'
import { clock } from '../../../ui/display/time-labels.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { mainAddress } from '../main-address.ts'
import { OperationBadge } from '../operation-state.tsx'
import { useCancelWords, useEndOperation } from '../use-end-operation.tsx'
import { useOperationWords } from '../use-operation-words.ts'
import { useOperationLog } from './use-operation-log.ts'

type Props = { server: Server; operation: Operation; waterfall: Waterfall }

/** What is done to which server, how far it is, and how it is ended. */
export function OperationHead({ server, operation, waterfall }: Props) {
  const t = useTranslations('operations')
  const words = useOperationWords()
  const said = useSaid()
  const me = useMe()
  const cancelWords = useCancelWords()
  const { ask, dialogs } = useEndOperation()
  const log = useOperationLog(operation)
  const isRunning = operation.ended_at === null
  const mayNot = whyNotEnd(operation.type, me)
  const time = { elapsed: clock(waterfall.elapsed), expected: clock(waterfall.expected ?? 0) }
  return (
    <>
      <PageHeader
        title={words.title(operation)}
        badges={<OperationBadge operation={operation} total={waterfall.bars.length} />}
        sub={
          <>
            {t(waterfall.expected === null ? 'took' : 'tookOf', time)}, {t('by', { who: operation.auth_id })}{' '}
            <ExactTime at={operation.created_at} />
          </>
        }
        actions={
          <>
            <CopyButton text={log} label={t('copyLog')} withWord="head" />
            {isInRescue(operation) ? (
              <Button kind="primary" onClick={() => ask({ end: 'finish', operation, server })}>
                {t('finish.open')}
              </Button>
            ) : null}
            {isRunning ? (
              <Button
                kind="danger"
                icon={<Square />}
                disabledReason={mayNot && said(mayNot)}
                onClick={() => ask({ end: 'cancel', operation, server })}
              >
                {t('cancel.open')}
              </Button>
            ) : null}
          </>
        }
        below={
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <OperationPath server={server} operation={operation} />
            {isRunning && !mayNot ? (
              <p className="text-12 text-fg-2">{t('cancelNow.say', { words: cancelWords(operation) })}</p>
            ) : null}
          </div>
        }
      />
      {dialogs}
    </>
  )
}

/** Where the server stands and what is worked on: rack, server, serial number, disks, address. */
function OperationPath({ server, operation }: Pick<Props, 'server' | 'operation'>) {
  const t = useTranslations('operations')
  const dc = useTranslations('dc')
  const { isAdmin } = useMe()
  const { rack, unit } = server
  const address = mainAddress(server)
  return (
    <ObjectPath
      label={dc('path')}
      parts={[
        rack && {
          text: unit === null ? rack.name : `${rack.name} ${dc('unit', { unit })}`,
          icon: <RackIcon />,
          href: isAdmin ? paths.rack(rack.id, { device: `server-${server.id}` }) : undefined,
        },
        { text: server.name, icon: <ServerIcon />, href: paths.server(server.id) },
        operation.serial !== null && operation.serial !== '' && { text: operation.serial, mono: true },
        operation.disks.length > 0 && {
          text: [
            t('disks', { count: operation.disks.length }),
            operation.hdd_raid !== 'no_raid' && t(`values.hdd_raid.${operation.hdd_raid}`),
          ]
            .filter(Boolean)
            .join(', '),
        },
        address !== undefined && { text: address.name, mono: true },
      ]}
    />
  )
}
