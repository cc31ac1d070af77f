'use client'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { placeIn, placeKinds } from './place.ts'
import type { PlaceActions } from './use-place-actions.tsx'

/** A template in a location, in a line: its state with the version that is there, how far its task is, or why it failed. */
export function PlaceLine(props: { template: OsTemplate; location: number; actions: PlaceActions; bare?: boolean }) {
  const { template, location, actions, bare } = props
  const t = useTranslations('osTemplates')
  const said = useSaid()
  const place = placeIn(template, location)
  if (!place) return <State kind="off">{t('states.none')}</State>
  const { version, fault } = place.status_info
  const task = actions.taskOf(place)
  const detail = task?.message
    ? said(task.message)
    : fault
      ? said(fault)
      : place.status === 'need_update'
        ? [version, t('waits', { version: template.version })].join(', ')
        : version
  const word = t(`states.${place.status}`)
  return (
    <State kind={placeKinds[place.status]} {...(!bare && detail && { detail })}>
      {task?.started_at ? t('percent', { what: word, percent: task.percent }) : word}
    </State>
  )
}
