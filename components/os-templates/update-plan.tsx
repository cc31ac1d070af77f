'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { byReason, planBy } from '../table/bulk.ts'
import { startBulkRun } from '../table/bulk-run.ts'
import { Button } from '../ui/controls/button.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { placeIn } from './place.ts'
import { useFileSize } from './template-words.ts'
import type { PlaceActions } from './use-place-actions.tsx'

type Update = { template: OsTemplate; location: Location }

/** Says which templates will be brought up to date where, and which cannot be and why; then does it in the background. */
export default function UpdatePlan(props: {
  locations: readonly Location[]
  actions: PlaceActions
  onClose: () => void
}) {
  const { locations, actions, onClose } = props
  const t = useTranslations('osTemplates')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const size = useFileSize()
  const where = `location.status EQ need_update${locations.length === 1 ? ` and location.id EQ ${locations[0]?.id}` : ''}`
  const query = useQuery(trpc.dci.osTemplate.list.queryOptions({ query: { where, orderby: 'name', limit: '0,1000' } }))
  const all = locations.flatMap((location) =>
    (query.data?.list ?? [])
      .filter((template) => placeIn(template, location.id)?.status === 'need_update')
      .map((template) => ({ template, location })),
  )
  const plan = planBy<Update>(all, ({ template, location }) => actions.whyNot(template, location)?.text)
  const start = () => {
    void startBulkRun<Update>({
      title: t('plan.run', { count: plan.go.length }),
      rows: plan.go,
      describe: ({ template, location }) => ({
        id: `${template.id}.${location.id}`,
        name: t('plan.row', { name: template.name, location: location.name }),
        href: paths.osTemplates({ template: template.id }),
      }),
      each: async ({ template, location }) =>
        (
          await dci.osTemplate.install.mutate({
            params: { location_id: location.id },
            body: { os_templates: [template.id] },
          })
        ).task[0] ?? null,
    })
    onClose()
  }
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        locations.length === 1 && locations[0] ? t('plan.titleIn', { location: locations[0].name }) : t('plan.title')
      }
      description={t('plan.hint')}
      footer={
        <>
          <Button onClick={onClose}>{t('plan.cancel')}</Button>
          <Button
            kind="primary"
            busy={query.isPending}
            disabledReason={query.data && plan.go.length === 0 ? t('plan.nothing') : undefined}
            onClick={start}
          >
            {t('plan.run', { count: plan.go.length })}
          </Button>
        </>
      }
    >
      <ObjectGate query={query}>
        {() => (
          <ul aria-label={t('plan.list')} className="max-h-90 overflow-y-auto">
            {locations.map((location) => {
              const own = plan.go.filter((one) => one.location.id === location.id)
              return own.length === 0 ? null : (
                <li key={location.id} className="border-b border-line py-2 last:border-b-0">
                  <p className="mb-1 font-medium">{location.name}</p>
                  <ul>
                    {own.map(({ template }) => (
                      <li key={template.id} className="flex items-baseline gap-2 py-0.5">
                        <StateMark kind="warn" className="self-center" />
                        <span className="min-w-0 flex-1 truncate">{template.name}</span>
                        <span className="num flex-none text-12 text-fg-2">
                          {t('plan.versions', {
                            from: placeIn(template, location.id)?.status_info.version ?? '-',
                            to: template.version,
                          })}
                        </span>
                        <span className="num w-20 flex-none text-right text-12 text-fg-3">
                          {size(template.size_bytes)}
                        </span>
                      </li>
                    ))}
                  </ul>
                </li>
              )
            })}
            {byReason(plan.skip, ({ template, location }) =>
              t('plan.row', { name: template.name, location: location.name }),
            ).map(({ reason, names }) => (
              <li key={reason} className="flex gap-2 py-2">
                <StateMark kind="locked" className="mt-1" />
                <span className="min-w-0">
                  <b className="font-medium">{t('plan.skip', { count: names.length })}</b> {reason}
                  <span className="block text-12 text-fg-3">{names.join(', ')}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </ObjectGate>
    </Dialog>
  )
}
