'use client'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { type Capability, possibleCapabilities } from '../../../server/domain/node/capabilities.ts'
import { useSaid } from '../../i18n/said.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { gib } from '../../ui/display/size.ts'
import { Mono } from '../../ui/display/text.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { type HostCommand, isOffered } from '../host-rules.ts'
import type { HostActions } from '../use-host-actions.tsx'
import { HostKeys } from './host-keys.tsx'

type Props = { host: Host; actions: HostActions }

/** What runs in a VM, how one gets into it, and how it is replaced. */
export function HostSystem({ host, actions }: Props) {
  const t = useTranslations('hosts.system')
  const said = useSaid()
  const rescued = isOffered('rescueOff', host)
  const has = (what: Capability) => possibleCapabilities(host.cluster.virtualization_type).includes(what)
  return (
    <div className="flex max-w-3xl flex-col gap-3 px-6 py-3 phone:px-4">
      <Section title={t('installed')}>
        <Line text={<strong>{host.os_name ?? t('none')}</strong>} hint={t('installedHint')}>
          <Command command="reinstall" host={host} actions={actions} danger />
        </Line>
        <Facts
          facts={[
            [t('user'), <Mono key="user">{host.login_user}</Mono>],
            [t('mainDisk'), t('size', { size: gib(host.disk?.disk_mib ?? 0) })],
          ]}
        />
      </Section>
      <Section title={t('password')} line>
        <Line text={t('passwordText', { user: host.login_user })} hint={t('passwordHint')}>
          <Command command="password" host={host} actions={actions} />
        </Line>
      </Section>
      <Section title={t('rescue')} line>
        <Line text={t(rescued ? 'rescueOn' : 'rescueOff')} hint={t('rescueHint')}>
          <Command command={rescued ? 'rescueOff' : 'rescue'} host={host} actions={actions} />
        </Line>
      </Section>
      {has('iso') ? (
        <Section title={t('iso')} line>
          <Line
            text={host.iso ? t(`isoStates.${host.iso_status ?? 'ready'}`, { name: host.iso.name }) : t('isoNone')}
            hint={t('isoHint')}
          >
            {host.iso?.leaving ? null : (
              <Command command={host.iso ? 'isoEject' : 'isoMount'} host={host} actions={actions} />
            )}
          </Line>
          {host.iso?.waits ? (
            <p className="mt-2 max-w-prose text-12 text-warn-fg">{t('isoWaits', { why: said(host.iso.waits) })}</p>
          ) : null}
        </Section>
      ) : null}
      {has('spice') ? (
        <Section title={t('spice')} line>
          <Line text={t(host.spice_enabled ? 'spiceOn' : 'spiceOff')} hint={t('spiceHint')}>
            <Command command="spice" host={host} actions={actions} />
          </Line>
          {host.waits_for_start.includes('spice_enabled') ? (
            <p className="mt-2 max-w-prose text-12 text-warn-fg">{t('spiceWaits')}</p>
          ) : null}
        </Section>
      ) : null}
      {has('guest_agent') ? (
        <Section title={t('agent')} line>
          <Line text={t('agentText')} hint={t('agentHint')}>
            <Command command="repairAgent" host={host} actions={actions} />
          </Line>
        </Section>
      ) : null}
      <Section title={t('keys')} line>
        <HostKeys host={host} />
        <p className="mt-2 max-w-prose text-12 text-fg-3">{t('keysHint')}</p>
      </Section>
    </div>
  )
}

function Line({ text, hint, children }: { text: React.ReactNode; hint: string; children: React.ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <p>{text}</p>
        <p className="max-w-prose text-12 text-fg-3">{hint}</p>
      </div>
      {children}
    </div>
  )
}

function Facts({ facts }: { facts: [string, React.ReactNode][] }) {
  return (
    <dl className="mt-2 grid grid-cols-[10rem_minmax(0,1fr)] gap-y-1 text-12">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Command(props: Props & { command: HostCommand; danger?: boolean }) {
  const { command, host, actions, danger } = props
  return (
    <Button
      kind={danger ? 'danger' : 'default'}
      disabledReason={actions.disabled(command, host)}
      onClick={() => actions.run(command, host)}
    >
      {actions.label(command, host)}
    </Button>
  )
}
