'use client'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Mono } from '../../ui/display/text.tsx'
import { FormSection } from '../../ui/layout/form-layout.tsx'

type Nic = NonNullable<InstallPlan['report']>['nics'][number]
const box = 'rounded-md border border-line-strong bg-bg px-2.5 py-1.5 leading-4'

/** Cards with what is at their other ends, and the addresses as they will be written. */
export function NetworkPreview({ plan, server }: { plan: InstallPlan; server: Server }) {
  const t = useTranslations('installing.network')
  const words = useTranslations('installing.sections')
  const nics = plan.report?.nics ?? []
  const ports = server.switch_connection.filter(({ is_ipmi_connection }) => !is_ipmi_connection)
  const seen = new Set(nics.map(({ lldp }) => lldp?.port))
  const others = ports.filter(({ name }) => !seen.has(name))
  return (
    <FormSection title={words('network')} hint={t('hint')}>
      {plan.mac.length === 0 ? <p className="text-fg-2">{t('noCard')}</p> : null}
      <div className="flex flex-wrap items-start gap-x-0 gap-y-3">
        <ul className="flex min-w-0 flex-[1_1_420px] flex-col gap-2 phone:flex-auto">
          {plan.mac.map((mac, at) => (
            <Card key={mac} mac={mac} boots={at === 0} nic={nics.find((nic) => nic.mac.toLowerCase() === mac)} />
          ))}
        </ul>
        {plan.mac.length > 0 ? <Addresses plan={plan} /> : null}
      </div>
      {plan.network.notices.map((one) => (
        <Notice key={`${one.kind} ${one.about}`} kind="warn" className="mt-2">
          <span className="break-words">{t(`notices.${one.kind}`, { about: one.about, vlan: String(one.vlan) })}</span>
        </Notice>
      ))}
      {others.length > 0 ? (
        <p className="mt-2 text-12 text-fg-3">
          {t('ports', { list: others.map(({ switch_name, name }) => `${switch_name} ${name}`.trim()).join(', ') })}
        </p>
      ) : null}
      {plan.nameservers.length > 0 ? (
        <p className="mt-1 text-12 text-fg-3">{t('nameservers', { list: plan.nameservers.join(', ') })}</p>
      ) : null}
    </FormSection>
  )
}

function Card({ mac, boots, nic }: { mac: string; boots: boolean; nic: Nic | undefined }) {
  const t = useTranslations('installing.network')
  const neighbour = nic?.lldp
  return (
    <li className="flex items-center">
      {neighbour ? (
        <>
          <span className={`${box} w-40 flex-none truncate bg-subtle phone:w-28`}>
            <span className="block truncate font-medium">{neighbour.system || neighbour.chassis}</span>
            <Mono className="block truncate text-12 text-fg-2">{neighbour.port}</Mono>
          </span>
          <span className="relative h-px w-14 flex-none bg-ok-solid phone:w-8">
            <span className="num absolute inset-x-0 -top-4.5 text-center text-11 text-fg-3">{speed(nic)}</span>
          </span>
        </>
      ) : null}
      <span className={`${box} min-w-56 phone:min-w-44`}>
        <span className="flex items-baseline gap-2">
          <span className="font-medium">{nic?.name ?? mac}</span>
          {boots ? <span className="text-12 text-fg-3">{t('boot')}</span> : null}
          {nic && !nic.link ? <span className="text-12 text-warn-fg">{t('noLink')}</span> : null}
          {nic?.link && !neighbour ? <span className="num text-12 text-fg-3">{speed(nic)}</span> : null}
        </span>
        {nic ? <Mono className="block text-12 text-fg-2">{mac}</Mono> : null}
      </span>
      {boots ? <span aria-hidden="true" className="h-px min-w-6 flex-1 bg-line-strong phone:hidden" /> : null}
    </li>
  )

  function speed(of: Nic) {
    if (of.speed === null) return ''
    return of.speed >= 1000 ? t('speed', { speed: of.speed / 1000 }) : t('mbit', { speed: of.speed })
  }
}

function Addresses({ plan }: { plan: InstallPlan }) {
  const t = useTranslations('installing.network')
  const { vlan, bond_mac } = plan.network
  const nameOf = (mac: string) => plan.report?.nics.find((nic) => nic.mac.toLowerCase() === mac)?.name ?? mac
  const gateways = [...new Set(plan.addresses.flatMap(({ gateway }) => gateway ?? []))]
  return (
    <div className={`${box} min-w-56 flex-none phone:w-full`}>
      <h3 className="text-12 text-fg-3">{t('addresses')}</h3>
      {plan.addresses.length === 0 ? <p className="text-12">{t('noAddresses')}</p> : null}
      <ul>
        {plan.addresses.map(({ address }, at) => (
          <li key={address} className="flex items-baseline gap-4">
            <Mono className="text-12 leading-5">{address}</Mono>
            {at === 0 ? <span className="ml-auto text-11 text-fg-3">{t('main')}</span> : null}
          </li>
        ))}
      </ul>
      {bond_mac.length > 0 ? (
        <p className="text-11 break-words text-fg-3">{t('bond', { list: bond_mac.map(nameOf).join(', ') })}</p>
      ) : null}
      {vlan === null ? null : <p className="num text-11 text-fg-3">{t('tag', { vlan: String(vlan) })}</p>}
      {gateways.map((address) => (
        <p key={address} className="num text-11 text-fg-3">
          {t('gateway', { address })}
        </p>
      ))}
    </div>
  )
}
