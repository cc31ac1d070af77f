import { useTranslations } from 'use-intl'
import type { CertificateCheck as Check } from '../../server/domain/erasure/schema.ts'
import { apiFault } from '../api/fault.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'

type Query = { data: Check | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }

/** Whether a certificate is what was sealed. */
export function CertificateCheck({ query }: { query: Query }) {
  const t = useTranslations('certificates.check')
  const { data, error, isFetching, refetch } = query
  const again = (
    <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
      {t('again')}
    </Button>
  )
  const place = 'mx-6 mb-3 phone:mx-4'
  if (error)
    return (
      <Notice kind="warn" title={t('notChecked')} className={place} action={again}>
        {apiFault(error).msg}
      </Notice>
    )
  if (!data)
    return (
      <Notice kind="run" className={place}>
        {t('checking')}
      </Notice>
    )
  const { unchanged, faults, entry, sealed } = data
  if (!unchanged)
    return (
      <Notice kind="fault" title={t('changed')} className={place} action={again}>
        {faults.map((fault) => t(`faults.${fault}`)).join(' ')}
      </Notice>
    )
  return (
    <Notice kind="ok" className={place} action={again}>
      {t(sealed ? 'unchanged' : 'notSealed', { entry: entry ?? 0 })}
    </Notice>
  )
}
