'use client'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { usePlaceLabel } from '../../locations/place.ts'
import { paths } from '../../paths.ts'
import { PowerState } from '../../power/power-state.tsx'
import { CopyButton } from '../../ui/controls/copy.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import type { Begun } from './types.ts'

type Props = { type: Begun; server: Server; plan: InstallPlan; call: (origin: string) => string }

/** Which server it is: where it stands, its model, serial number and owner. */
export function InstallHead({ type, server, plan, call }: Props) {
  const t = useTranslations('installing')
  const place = usePlaceLabel()
  const isPhone = useIsPhone()
  const { id, name, platform, owner_email } = server
  const serial = plan.report?.serial
  const facts = [
    place(server),
    platform?.name,
    serial && t('serial', { serial }),
    owner_email && t('ownedBy', { email: owner_email }),
  ]
  const origin = typeof window === 'undefined' ? '' : window.location.origin
  return (
    <>
      <PageCrumbs crumbs={[{ label: name, href: paths.server(id) }, { label: t(`commands.${type}`) }]} />
      <PageHeader
        title={t(`titles.${type}`, { name })}
        badges={<PowerState server={server} />}
        sub={facts.filter(Boolean).join(', ')}
        {...(!isPhone && { actions: <CopyButton withWord label={t('copyCall')} text={call(origin)} /> })}
      />
    </>
  )
}
