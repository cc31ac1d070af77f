'use client'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { ProgressBar } from '../ui/display/progress.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { MoreMenu } from '../ui/floating/more-menu.tsx'
import { commandOf, placeIn, placeKinds, type TemplatePlace } from './place.ts'
import type { PlaceActions, Site } from './use-place-actions.tsx'

type Props = { template: OsTemplate; site: Site; actions: PlaceActions }

/** A template in a location, in two lines: what is there and how it is, and what can be done. */
export function PlaceCell({ template, site, actions }: Props) {
  const t = useTranslations('osTemplates')
  const place = placeIn(template, site.id)
  const names = { name: template.name, location: site.name }
  if (place && (place.status === 'installing' || place.status === 'deleting'))
    return <Moving place={place} actions={actions} names={names} />
  const command = commandOf(place)
  const hindrance = actions.whyNot(template, site)
  const button =
    command === 'again' ? null : (
      <Button
        size="sm"
        kind={place ? 'default' : 'quiet'}
        aria-label={t(`commandsOf.${command}`, names)}
        disabledReason={
          hindrance && {
            text: hindrance.text,
            ...(hindrance.fix && { fix: <TextLink href={hindrance.fix.href}>{hindrance.fix.label}</TextLink> }),
          }
        }
        onClick={() => actions.install(template, site)}
      >
        {t(`commands.${command}`)}
      </Button>
    )
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div className="min-w-0 flex-1">{place ? <Stands template={template} place={place} /> : <NotHere />}</div>
      {button}
      {place ? <MoreMenu label={t('menuOf', names)} entries={actions.entries(template, site)} /> : null}
    </div>
  )
}

const NotHere = () => <span className="text-12 text-fg-3">{useTranslations('osTemplates')('states.none')}</span>

/** What stands in the location: its version, and what is wrong with it or since when it is there. */
function Stands({ template, place }: { template: OsTemplate; place: TemplatePlace }) {
  const t = useTranslations('osTemplates')
  const said = useSaid()
  const { version, fault } = place.status_info
  const detail: ReactNode =
    place.status === 'fail' ? (
      <span className="text-fault-fg" {...(fault && { title: said(fault) })}>
        {fault ? said(fault) : t('states.fail')}
      </span>
    ) : place.status === 'need_update' ? (
      t('waits', { version: template.version })
    ) : (
      <RelativeTime at={place.datetime} />
    )
  return (
    <>
      <p className="flex min-w-0">
        <State kind={placeKinds[place.status]}>
          {place.status === 'fail' ? t('states.fail') : <span className="num">{version}</span>}
          {place.status === 'fail' ? null : <span className="sr-only">{t(`states.${place.status}`)}</span>}
        </State>
      </p>
      <p className="truncate text-12 text-fg-3">{detail}</p>
    </>
  )
}

/** On its way there or away: how far its task is, and the way to stop it. */
function Moving({
  place,
  actions,
  names,
}: {
  place: TemplatePlace
  actions: PlaceActions
  names: { name: string; location: string }
}) {
  const t = useTranslations('osTemplates')
  const said = useSaid()
  const task = actions.taskOf(place)
  const word = t(`states.${place.status}`)
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-1">
        <State kind="run">{task?.started_at ? t('percent', { what: word, percent: task.percent }) : word}</State>
        {task && place.status === 'installing' ? (
          <span className="ml-auto">
            <IconButton size="sm" label={t('stopOf', names)} onClick={() => actions.stop(task)}>
              <X />
            </IconButton>
          </span>
        ) : null}
      </div>
      {task?.started_at ? (
        <ProgressBar thin percent={task.percent} label={t(`movingOf.${place.status as 'installing'}`, names)} />
      ) : null}
      <p className="truncate text-12 text-fg-3">{task?.message ? said(task.message) : t('queued')}</p>
    </div>
  )
}
