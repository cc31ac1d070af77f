'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { servesBoot } from '../../server/domain/location/states.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { templateLifecycle } from '../../server/domain/os-template/states.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { commandOf, placeIn } from './place.ts'
import { usePlaceTask } from './use-place-task.ts'

const RemoveTemplate = lazy(() => import('./remove-template.tsx'))

export type Site = Pick<Location, 'id' | 'name' | 'status' | 'dhcp4_conf'>
type Hindrance = { text: string; fix?: { label: string; href: string } }

/** The one definition of what can be done to a template in a location. Put `dialogs` on the page once. */
export function usePlaceActions() {
  const t = useTranslations('osTemplates')
  const { dci } = useTRPCClient()
  const tasks = usePlaceTask()
  const { ask, dialogs } = useAsking<{ template: OsTemplate; site: Site }>((asked, onClose) => (
    <RemoveTemplate {...asked} onClose={onClose} />
  ))
  const install = useCallback(
    (template: OsTemplate, site: Site) =>
      void dci.osTemplate.install
        .mutate({ params: { location_id: site.id }, body: { os_templates: [template.id] } })
        .catch(faultToast(t('notBegun', { name: template.name, location: site.name }))),
    [dci, t],
  )
  /** Why a template cannot be brought to a location now. */
  const whyNot = useCallback(
    ({ status_info }: Pick<OsTemplate, 'status_info'>, site: Site): Hindrance | undefined => {
      if (site.status === 'setup') return { text: t('beingSetUp', { location: site.name }) }
      if (!servesBoot(site))
        return {
          text: t('notServing', { location: site.name }),
          fix: { label: t('toServices'), href: paths.location(site.id, 'services') },
        }
      return status_info.offered ? undefined : { text: t('notOffered') }
    },
    [t],
  )
  const entries = useCallback(
    (template: OsTemplate, site: Site): MenuEntry[] => {
      const place = placeIn(template, site.id)
      const hindrance = whyNot(template, site)
      const moving = place && templateLifecycle.isMoving(place.status) ? t('moving') : undefined
      const reason = moving ?? hindrance?.text
      return [
        {
          label: t(`commands.${commandOf(place)}`),
          ...(place?.status === 'ok' && { hint: t('againHint') }),
          disabledReason: reason,
          ...(!moving && hindrance?.fix && { fix: hindrance.fix }),
          onSelect: () => install(template, site),
        },
        ...(place?.status_info.last_task
          ? [{ label: t('openTask'), onSelect: () => void tasks.open(place) } satisfies MenuEntry]
          : []),
        ...(place
          ? [
              { kind: 'line' } as const,
              {
                label: t('commands.remove'),
                danger: true,
                disabledReason: moving,
                onSelect: () => ask({ template, site }),
              } satisfies MenuEntry,
            ]
          : []),
      ]
    },
    [t, whyNot, install, ask, tasks.open],
  )
  return { install, whyNot, entries, dialogs, ...tasks }
}

export type PlaceActions = ReturnType<typeof usePlaceActions>
