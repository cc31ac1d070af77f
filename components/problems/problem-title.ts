'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Problem } from '../../server/domain/problem/record.ts'
import { useSaid } from '../i18n/said.tsx'
import { useTaskLabels } from '../tasks/labels.ts'

type Named = Pick<Problem, 'kind' | 'state' | 'task_name' | 'part' | 'share' | 'hosts' | 'cause' | 'figure'>

const percentOf = (share: Problem['share']) =>
  share && share.total > 0 ? Math.round((share.used / share.total) * 100) : 0

/** What a problem is, in a few words without its object. */
export function useProblemTitle(): (problem: Named) => string {
  const t = useTranslations('problems')
  const words = useTaskLabels()
  const said = useSaid()
  const format = useFormatter()
  return ({ kind, state, task_name, part, share, hosts, cause, figure }) => {
    switch (kind) {
      case 'node':
        return state === 'crashed' ? t('what.notAttached') : t('what.notReachable', { count: hosts })
      case 'node_part':
        return t('what.nodePart')
      case 'host':
        return state === 'crashed' ? t('what.crashed') : t('what.failed', { task: words.name(task_name ?? '') })
      case 'storage':
      case 'storage_full':
        return t('what.storage', { percent: percentOf(share) })
      case 'host_disk':
        return t('what.host_disk', {
          part: part ?? '',
          value: format.number((figure?.value ?? 0) / 100, { style: 'percent' }),
        })
      case 'host_memory':
      case 'host_steal':
      case 'node_cpu':
      case 'node_steal':
      case 'node_memory':
      case 'node_pressure':
        return t(`what.${kind}`, { value: format.number((figure?.value ?? 0) / 100, { style: 'percent' }) })
      case 'addresses':
        return t('what.addresses', { used: share?.used ?? 0, total: share?.total ?? 0 })
      case 'task':
        return t('what.failed', { task: words.name(task_name ?? '') })
      case 'switch':
      case 'pdu':
        return t('what.silent', { count: hosts })
      case 'proxy':
      case 'discovery':
      case 'drift':
      case 'plan_paused':
        return t(`what.${kind}`, { count: hosts })
      case 'schedule':
        return t('what.schedule', { state: state ?? '' })
      case 'storage_away':
      case 'storage_lost':
      case 'storage_disk':
      case 'ptr':
      case 'ptr_drift':
      case 'location_service':
        return t(`what.${kind}`, { part: part ?? '' })
      case 'backup_fills':
      case 'storage_fills':
        return t('what.fills', { days: figure?.value ?? 0 })
      case 'port':
      case 'provisioning':
      case 'outlet':
        return t(`what.${kind}`, { part: part ?? '' })
      case 'server':
        return cause === null ? t('what.server') : said(cause)
      default:
        return t(`what.${kind}`)
    }
  }
}
