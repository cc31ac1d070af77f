'use client'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../../server/domain/operation/schema.ts'
import { isInRescue } from '../../../../server/domain/operation/steps.ts'
import type { Server } from '../../../../server/domain/server/record.ts'
import { useOpenNumber } from '../../../tasks/use-open-number.ts'
import { Copyable } from '../../../ui/controls/copy.tsx'
import { ExactTime, RelativeTime } from '../../../ui/display/time.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { mainAddress } from '../main-address.ts'

/** What was asked for, how one gets into what runs now, and when the live system was last heard of. */
export function OperationFacts({ server, operation }: { server: Server; operation: Operation }) {
  const t = useTranslations('operations')
  const loads = useTranslations('installing.load')
  const { type, template, clear_hdd, hdd_raid, setup_ipmi, disks, load, mac, consul_id, seen_at, ended_at } = operation
  const openTask = useOpenNumber()
  const isRunning = ended_at === null
  const address = mainAddress(server)
  const mayEnter = address !== undefined && ((type === 'install' && operation.status === 'ok') || isInRescue(operation))
  return (
    <Section title={t('facts')} line>
      <Facts
        facts={[
          template !== null && { term: t('fields.template'), value: template },
          clear_hdd !== 'none' && { term: t('fields.clear_hdd'), value: t(`values.clear_hdd.${clear_hdd}`) },
          load.length > 0 && { term: t('fields.load'), value: load.map((one) => loads(one)).join(', ') },
          setup_ipmi && { term: t('controller.title'), value: t('controller.asked') },
          type === 'install' && { term: t('fields.hdd_raid'), value: t(`values.hdd_raid.${hdd_raid}`) },
          disks.length > 0 && {
            term: t('fields.disks'),
            value: disks.map((disk) => (
              <span key={disk} className="block">
                <Copyable text={disk} />
              </span>
            )),
          },
          mayEnter && { term: t('signIn'), value: <Copyable text={`ssh root@${address.name}`} /> },
          { term: t('fields.mac'), value: <Copyable text={mac} /> },
          (isRunning || seen_at !== null) && {
            term: t('fields.seen_at'),
            value:
              seen_at === null ? t('notSeen') : isRunning ? <RelativeTime at={seen_at} /> : <ExactTime at={seen_at} />,
          },
          isRunning &&
            type !== 'rescue' && { term: t('fields.deadline_at'), value: <ExactTime at={operation.deadline_at} /> },
          ended_at !== null && { term: t('fields.ended_at'), value: <ExactTime at={ended_at} /> },
          consul_id !== null && {
            term: t('fields.task'),
            value: (
              <button
                type="button"
                onClick={() => void openTask(consul_id)}
                className="rounded-xs text-accent-text hover:underline"
              >
                {consul_id}
              </button>
            ),
          },
        ]}
      />
    </Section>
  )
}
