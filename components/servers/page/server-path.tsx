'use client'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/text.tsx'

/** Location, rack and unit of a server, each leading to its page where the person may open it. */
export function ServerPath({ server }: { server: Server }) {
  const t = useTranslations('dc')
  const { isAdmin } = useMe()
  const { location, rack, unit, chassis, slot } = server
  const steps = [
    { text: location.name, href: paths.location(location.id) },
    rack && { text: rack.name, href: paths.rack(rack.id, { device: `server-${server.id}` }) },
    unit !== null && { text: t('unit', { unit }), href: null },
    chassis && { text: chassis.name, href: paths.chassis(chassis.id) },
    slot !== null && { text: t('slot', { slot }), href: null },
  ].filter((step) => step !== false && step !== null)
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-12 text-fg-2">
      {steps.map((step, at) => (
        <Fragment key={step.text}>
          {at > 0 ? <span aria-hidden="true">›</span> : null}
          {step.href && isAdmin ? <TextLink href={step.href}>{step.text}</TextLink> : <span>{step.text}</span>}
        </Fragment>
      ))}
    </p>
  )
}
