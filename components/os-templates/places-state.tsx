'use client'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { State } from '../ui/display/state-mark.tsx'

/** Where a template is, summed up: what failed first, then what waits or moves, else in how many locations it is. */
export function PlacesState({ template, of }: { template: OsTemplate; of?: number }) {
  const t = useTranslations('osTemplates')
  const count = (...states: string[]) => template.locations.filter(({ status }) => states.includes(status)).length
  const [failed, moving, waits, there] = [
    count('fail'),
    count('installing', 'deleting'),
    count('need_update'),
    count('ok'),
  ]
  if (failed > 0) return <State kind="fault">{t('failedCount', { count: failed })}</State>
  if (moving > 0) return <State kind="run">{t('movingCount', { count: moving })}</State>
  if (waits > 0) return <State kind="warn">{t('waitsCount', { count: waits })}</State>
  if (there === 0) return <State kind="off">{t('inNone')}</State>
  return <State kind="ok">{of === undefined ? t('inCount', { count: there }) : t('inOf', { count: there, of })}</State>
}
