'use client'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useFormatter, useTranslations } from 'use-intl'
import { type PacketRule, type PacketRules, packetDirections } from '../../../server/domain/host/packet-rules.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { withMembers } from '../../../server/domain/host/rule-groups.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { DeleteIcon } from '../../ui/display/icons.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section, SidePanelSection } from '../../ui/layout/section.tsx'
import { PacketTrial } from './packet-trial.tsx'
import { useRuleWords } from './rule-words.ts'
import type { NetworkActions } from './use-network-actions.tsx'

type Props = { host: Host; network: NetworkActions }
type Row = PacketRules['list'][number] & { place: number }

/** The rules without what they have met, as the server takes them back. */
export const ownRules = ({ list, fixed }: PacketRules): PacketRule[] =>
  list.slice(fixed).map(({ met: _, ...rule }) => rule)

/** Packet rules of a VM: each row reads as a sentence, with what it has met. */
export function RuleTable({ host, network }: Props) {
  const t = useTranslations('hosts.network.rules')
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.host.packetRules.queryOptions({ params: { host_id: host.id } }))
  const rules = query.data
  return (
    <Section
      title={t('title')}
      count={rules?.list.length}
      action={
        <span className="flex gap-2 phone:flex-wrap phone:justify-end">
          <Button
            size="sm"
            kind="quiet"
            icon={<RefreshCw />}
            busy={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t('readAgain')}
          </Button>
          <Button
            size="sm"
            kind="quiet"
            disabledReason={network.off}
            onClick={() => rules && network.ask({ command: 'ruleSet', rules: ownRules(rules) })}
          >
            {t('sets.use')}
          </Button>
          <Button
            size="sm"
            icon={<Plus />}
            disabledReason={network.off}
            onClick={() => rules && network.ask({ command: 'rule', rules: ownRules(rules), of: rules, at: null })}
          >
            {t('add')}
          </Button>
        </span>
      }
    >
      <p className="max-w-prose pb-2 text-12 text-fg-3">{t('about')}</p>
      <Loaded query={query} rows={3} label={t('loading')} unread={t('unread')}>
        {(data) => (
          <>
            {packetDirections.map((direction) => (
              <Direction key={direction} host={host} network={network} data={data} direction={direction} />
            ))}
            {data.list.length > 0 ? <PacketTrial rules={withMembers(data.list, data.groups)} /> : null}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Direction(props: Props & { data: PacketRules; direction: Row['direction'] }) {
  const { host, network, data, direction } = props
  const t = useTranslations('hosts.network.rules')
  const words = useRuleWords(data.groups)
  const format = useFormatter()
  const entries = useEntries(host, network, data)
  const rows = data.list.map((rule, place) => ({ ...rule, place })).filter((rule) => rule.direction === direction)
  return (
    <div className="pb-2">
      <h3 className="flex h-8 items-center gap-2 font-medium">
        {t(`directions.${direction}`)} <span className="font-normal text-12 text-fg-3">{t('rest')}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="text-fg-3">{t('none')}</p>
      ) : (
        <Rows
          label={t(`directions.${direction}`)}
          rows={rows}
          rowKey={({ place }) => place}
          columns={[
            { head: t('number'), quiet: true, className: 'w-10', cell: ({ place }) => place + 1 },
            {
              head: t('rule'),
              cell: ({ action, enabled }) =>
                enabled ? (
                  <State kind={action === 'accept' ? 'on' : 'off'}>
                    {t(data.actions.includes(action) ? `actions.${action}` : 'rejectDropped')}
                  </State>
                ) : (
                  <State kind="pause">{t('switchedOff')}</State>
                ),
            },
            { head: t('what'), name: true, cell: words.about },
            {
              head: t(`whom.${direction}`),
              cell: (rule) => (
                <>
                  <span className="text-fg-3">{t(`words.${direction}`)}</span>{' '}
                  <span title={data.groups.find(({ id }) => id === rule.group)?.members.join(', ')}>
                    {words.whom(rule)}
                  </span>
                </>
              ),
            },
            {
              head: t('note'),
              quiet: true,
              wide: true,
              cell: ({ place, note }) => (place < data.fixed ? <Tag>{t('documented')}</Tag> : note),
            },
            {
              head: t('met'),
              right: true,
              cell: ({ met }) => (met ? format.number(met.packets, { notation: 'compact' }) : '-'),
            },
            {
              head: <span className="sr-only">{t('actionsHead')}</span>,
              right: true,
              className: 'w-10',
              cell: (rule) => <MoreMenu label={t('actionsOf', { number: rule.place + 1 })} entries={entries(rule)} />,
            },
          ]}
        />
      )}
    </div>
  )
}

/** What can be done to a rule; those of the documented field are changed with the resources. */
function useEntries(host: Host, network: NetworkActions, data: PacketRules) {
  const t = useTranslations('hosts.network.rules')
  const { vm } = useTRPCClient()
  const rules = ownRules(data)
  const save = (changed: PacketRule[]) =>
    vm.host.changePacketRules
      .mutate({ params: { host_id: host.id }, body: { rules: changed } })
      .catch(faultToast(t('notChanged')))
  return ({ place, enabled }: Row) => {
    const at = place - data.fixed
    const off = network.off ?? (at < 0 ? t('documentedHint') : undefined)
    const doing = (onSelect: () => void) => (off ? { disabledReason: off } : { onSelect })
    const swapped = (by: -1 | 1) => {
      const list = [...rules]
      const [one] = list.splice(at, 1)
      if (one) list.splice(at + by, 0, one)
      return list
    }
    const move = (by: -1 | 1, label: string) => ({
      label,
      ...(at + by < 0 || at + by >= rules.length
        ? { disabledReason: off ?? t('noFurther') }
        : doing(() => void save(swapped(by)))),
    })
    return [
      {
        label: t('edit'),
        icon: <Pencil />,
        ...doing(() => network.ask({ command: 'rule', rules, of: data, at })),
      },
      {
        label: enabled ? t('switchOff') : t('switchOn'),
        ...doing(() => void save(rules.map((rule, n) => (n === at ? { ...rule, enabled: !enabled } : rule)))),
      },
      move(-1, t('up')),
      move(1, t('down')),
      { kind: 'line' as const },
      {
        label: t('remove'),
        icon: <DeleteIcon />,
        danger: true,
        ...doing(() => void save(rules.filter((_, n) => n !== at))),
      },
    ]
  }
}

/** Whether the VM may send with addresses of others, and how often it tried. */
export function Forged({ host }: { host: Host }) {
  const t = useTranslations('hosts.network.rules')
  const trpc = useTRPC()
  const { data } = useQuery(trpc.vm.host.packetRules.queryOptions({ params: { host_id: host.id } }))
  const on = data?.anti_spoofing ?? host.anti_spoofing
  return (
    <SidePanelSection
      title={t('spoofing')}
      action={<State kind={on ? 'on' : 'off'}>{t(on ? 'spoofingIsOn' : 'spoofingIsOff')}</State>}
    >
      <p className="text-12 text-fg-3">{on ? t('forged', { count: data?.forged?.packets ?? 0 }) : t('spoofingOff')}</p>
    </SidePanelSection>
  )
}
