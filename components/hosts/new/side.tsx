'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { useMe } from '../../api/me.tsx'
import { AccountLimits } from '../../limits/account-limits.tsx'
import { gib } from '../../ui/display/size.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import { PlacementPreview } from './placement-preview.tsx'
import type { NewHost } from './rules.ts'

/** What will be made, where it will run, and how full the cluster is afterwards. */
export function NewHostSide({ values }: { values: NewHost }) {
  const t = useTranslations('newHost')
  const format = useFormatter()
  const units = useTranslations('ui.units')
  const { isAdmin, account_id } = useMe()
  const limits = useTranslations('limits')
  const size = (mib: number) => `${format.number(gib(mib || 0), { maximumFractionDigits: 2 })} ${units('GiB')}`
  const addresses =
    values.addressing === 'named'
      ? values.ip_addr && <span className="mono">{values.ip_addr}</span>
      : values.addressing === 'none'
        ? t('addressing.none')
        : t('addressCount', { count: values.ipv4_number || 1 })
  return (
    <>
      <SidePanelSection title={t('side.made')}>
        <Facts
          className="grid-cols-[88px_minmax(0,1fr)]"
          facts={[
            values.count > 1 && { term: t('howMany'), value: format.number(values.count) },
            values.empty
              ? { term: t('fields.os'), value: t('source.empty') }
              : values.os && { term: t('fields.os'), value: values.os.name },
            values.preset && { term: t('fields.preset'), value: values.preset.name },
            { term: t('fields.cpu_number'), value: t('coreCount', { count: values.cpu_number || 0 }) },
            { term: t('fields.ram_mib'), value: <span className="num">{size(values.ram_mib)}</span> },
            { term: t('fields.hdd_mib'), value: <span className="num">{size(values.hdd_mib)}</span> },
            addresses !== '' && { term: t('side.addresses'), value: addresses },
            values.ipv6 !== 'none' && {
              term: t('fields.ipv6'),
              value: values.ipv6 === 'subnet' ? `/${values.ipv6_prefix}` : t('ipv6.address'),
            },
            values.os && !values.empty && { term: t('side.login'), value: values.os.login_user },
          ]}
        />
      </SidePanelSection>
      {isAdmin ? null : (
        <SidePanelSection title={limits('title')}>
          <AccountLimits accountId={account_id} />
        </SidePanelSection>
      )}
      {isAdmin && values.cluster ? (
        <PlacementPreview values={values} clusterId={Number(values.cluster.value)} />
      ) : (
        <SidePanelSection title={t('side.where')}>
          <p className="pb-1 text-12 text-fg-2">{t('side.automatic')}</p>
        </SidePanelSection>
      )}
    </>
  )
}
