'use client'
import { useTranslations } from 'use-intl'
import { useSaid } from '../i18n/said.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { Pagination, StatusBar } from '../ui/layout/pagination.tsx'
import { type Matrix, PAGE } from './use-matrix.ts'
import type { PlaceActions } from './use-place-actions.tsx'

/** Below the matrix: why the first of what failed did, in full, and the way to its task; then where one is. */
export function MatrixFooter({ matrix, actions }: { matrix: Matrix; actions: PlaceActions }) {
  const t = useTranslations('osTemplates')
  const said = useSaid()
  const { there, state, set } = matrix
  const rows = there.data?.list ?? []
  const failed = rows.flatMap((template) =>
    template.locations.filter(({ status }) => status === 'fail').map((place) => ({ template, place })),
  )
  const [first] = failed
  return (
    <>
      {first ? (
        <div className="flex flex-none items-start gap-2 border-t border-line px-6 py-2 text-12 phone:px-4">
          <StateMark kind="fault" className="mt-0.5" />
          <p className="min-w-0 flex-1 break-words text-fg-2">
            <b className="font-medium text-fg">
              {t('failedIn', { location: first.place.name, name: first.template.name })}
            </b>{' '}
            {first.place.status_info.fault ? said(first.place.status_info.fault) : null}
            <span className="block text-fg-3">
              {first.place.status_info.version
                ? t('keeps', { version: first.place.status_info.version })
                : t('offersNone')}
              {failed.length > 1 ? ` ${t('moreFailed', { count: failed.length - 1 })}` : null}
            </span>
          </p>
          {first.place.status_info.last_task === null ? null : (
            <button
              type="button"
              onClick={() => void actions.open(first.place)}
              className="flex-none rounded-xs text-accent-text hover:underline"
            >
              {t('openTask')}
            </button>
          )}
        </div>
      ) : null}
      <StatusBar>
        {there.data?.size === 0 ? null : (
          <Pagination
            offset={(state.page - 1) * PAGE}
            limit={PAGE}
            count={rows.length}
            size={there.data?.size ?? 0}
            onOffsetChange={(offset) => void set({ page: offset / PAGE + 1 })}
          />
        )}
      </StatusBar>
    </>
  )
}
