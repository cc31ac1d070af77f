import { useTranslations } from 'use-intl'
import type { ErasedDrive, ErasureResult } from '../../server/domain/erasure/certificate.ts'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const signs = { erased: 'ok', partly: 'warn', failed: 'fault', left: 'unknown' } as const satisfies Record<
  string,
  StateKind
>

/** What came of a clearing, or of one of its drives. */
export function ResultState({ result }: { result: ErasureResult | ErasedDrive['result'] }) {
  const t = useTranslations('certificates.results')
  return <State kind={signs[result]}>{t(result)}</State>
}
