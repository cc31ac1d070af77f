'use client'
import { useCallback, useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { SearchBox } from '../table/search-box.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { isShortcut, isTyping, shortcuts } from '../ui/shortcuts.ts'
import { useIsPhone } from '../ui/use-media.ts'
import { MatrixFooter } from './matrix-footer.tsx'
import { type MatrixGroup, MatrixTable } from './matrix-table.tsx'
import { NowhereFoot, NowhereHead } from './nowhere.tsx'
import { placeKinds } from './place.ts'
import { TemplateList } from './template-list.tsx'
import { matrixShows, useMatrix } from './use-matrix.ts'
import type { PlaceActions } from './use-place-actions.tsx'

/** Every template by every location: what is where, in which version, and what brings it there. */
export function MatrixTab(props: {
  chosen: number | null
  onChoose: (template: OsTemplate) => void
  onUpdate: (location: Location) => void
  actions: PlaceActions
  /** There is no template at all yet. */
  empty: React.ReactNode
}) {
  const { chosen, onChoose, onUpdate, actions, empty } = props
  const t = useTranslations('osTemplates')
  const matrix = useMatrix()
  const { state, set, locations, there, nowhere, needWork } = matrix
  const isPhone = useIsPhone()
  const search = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useSearchKey(search)
  const narrowed = state.q !== '' || state.show !== 'all' || state.work
  const none = there.data?.size === 0 && (nowhere === null || nowhere.data?.size === 0)
  const groups = useGroups(matrix)
  return (
    <div ref={body} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-2 px-6 py-2 phone:px-4">
        <div className="contents phone:flex phone:w-full">
          <SearchBox
            value={state.q}
            onChange={(q) => void set({ q: q || null, page: null, npage: null }, { history: 'replace' })}
            placeholder={t('searchPlaceholder')}
            input={search}
            onLeave={() => body.current?.querySelector<HTMLElement>('tbody button')?.focus()}
          />
        </div>
        <Segmented
          size="sm"
          label={t('show')}
          value={state.show}
          onValueChange={(show) => void set({ show, page: null, npage: null })}
          options={matrixShows.map((value) => ({ value, label: t(`shows.${value}`) }))}
        />
        <Button
          size="sm"
          aria-pressed={state.work}
          className={state.work ? 'border-accent bg-accent-tint text-accent-text' : ''}
          onClick={() => void set({ work: state.work ? null : true, page: null })}
        >
          {t('needWork')} <Count of={needWork} />
        </Button>
        <StateLegend />
      </div>
      <ObjectGate query={locations}>
        {({ list }) => (
          <ObjectGate query={there}>
            {() =>
              none ? (
                <div className="px-6 py-3 phone:px-4">
                  {narrowed ? (
                    <EmptyState
                      title={t('noMatch')}
                      actions={
                        <Button onClick={() => void set({ q: null, show: null, work: null })}>{t('showAll')}</Button>
                      }
                    />
                  ) : (
                    empty
                  )}
                </div>
              ) : (
                <>
                  {isPhone ? (
                    <TemplateList groups={groups} onChoose={onChoose} locations={list.length} />
                  ) : (
                    <MatrixTable
                      label={t('byLocation')}
                      locations={list}
                      groups={groups}
                      chosen={chosen}
                      onChoose={onChoose}
                      onUpdate={onUpdate}
                      actions={actions}
                    />
                  )}
                  <MatrixFooter matrix={matrix} actions={actions} />
                </>
              )
            }
          </ObjectGate>
        )}
      </ObjectGate>
    </div>
  )
}

const explained = ['ok', 'need_update', 'installing', 'fail'] as const

/** What the marks of the cells mean. */
function StateLegend() {
  const t = useTranslations('osTemplates.states')
  return (
    <span className="ml-auto flex items-center gap-3 text-12 text-fg-2 @max-[880px]:hidden">
      {explained.map((status) => (
        <span key={status} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <StateMark kind={placeKinds[status]} />
          {t(status)}
        </span>
      ))}
    </span>
  )
}

function Count({ of }: { of: number | undefined }) {
  const format = useFormatter()
  return of === undefined ? null : <span className="num text-fg-3">{format.number(of)}</span>
}

function useSearchKey(search: React.RefObject<HTMLInputElement | null>) {
  const keys = useCallback(
    (event: KeyboardEvent) => {
      if (!isShortcut(event, shortcuts.search) || event.defaultPrevented || isTyping(event)) return
      event.preventDefault()
      search.current?.focus()
    },
    [search],
  )
  useEffect(() => {
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [keys])
}

/** Systems, tools, and what is in no location, each under its heading. */
function useGroups({ there, nowhere, state, set }: ReturnType<typeof useMatrix>): MatrixGroup[] {
  const t = useTranslations('osTemplates')
  const rows = there.data?.list ?? []
  const groups: MatrixGroup[] = (['system', 'tool'] as const)
    .map((kind) => ({ key: kind, head: t(`shows.${kind}`), rows: rows.filter((one) => one.kind === kind) }))
    .filter((group) => group.rows.length > 0)
  const size = nowhere?.data?.size ?? 0
  if (nowhere && size > 0)
    groups.push({
      key: 'nowhere',
      head: (
        <NowhereHead
          open={nowhere.open}
          count={size}
          onToggle={() => void set({ nowhere: !nowhere.open, npage: null })}
        />
      ),
      rows: nowhere.open ? (nowhere.data?.list ?? []) : [],
      foot: nowhere.open ? (
        <NowhereFoot
          page={state.npage}
          count={nowhere.data?.list.length ?? 0}
          size={size}
          onPage={(npage) => void set({ npage })}
        />
      ) : null,
    })
  return groups
}
