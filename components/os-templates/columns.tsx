'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { templateFields } from '../../server/domain/os-template/fields.ts'
import { templateKinds } from '../../server/domain/os-template/kinds.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { templateLifecycle } from '../../server/domain/os-template/states.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { RelativeTime } from '../ui/display/time.tsx'
import { PlacesState } from './places-state.tsx'
import { useFileSize } from './template-words.ts'

/** The columns of templates; `extra` ones wait in the chooser. */
export function useTemplateColumns(): readonly Column<OsTemplate>[] {
  const t = useTranslations('osTemplates')
  const plain = useColumn('osTemplates')
  const files = useFileSize()
  const { column, complete } = useOwnColumns<OsTemplate>(templateFields, 'osTemplates')
  return useMemo(
    () =>
      complete([
        plain('name', 200, (row) => <span className="truncate">{row.name}</span>, { always: true }),
        column('version', { size: 110, extra: false }),
        column('type', { size: 130, extra: false }),
        plainColumn('locations', t('places'), 170, (row) => <PlacesState template={row} />, {
          sort: 'status_info.locations',
        }),
        column('arch', { size: 80, extra: false }),
        plainColumn('size_bytes', t('facts.size'), 84, (row) => files(row.size_bytes), { right: true }),
        plainColumn('tags', t('facts.tags'), 140, (row) => row.tags.join(', '), { quiet: true }),
        plainColumn('repository', t('facts.repository'), 130, (row) => row.repository, { quiet: true }),
        plainColumn('datetime', t('facts.changed'), 100, (row) => <RelativeTime at={row.datetime} />, { quiet: true }),
      ]),
    [t, column, complete, files, plain],
  )
}

export function useTemplateFilters(): readonly FilterField[] {
  const t = useTranslations('osTemplates')
  const { locations } = useLoaders()
  const complete = useOwnFilters(templateFields, 'osTemplates')
  return useMemo(
    () =>
      complete([
        enumFilter('kind', t('fields.kind'), templateKinds, (value) => t(`shows.${value}`)),
        {
          name: 'location',
          label: t('fields.location'),
          type: 'int',
          ...locations,
        },
        enumFilter('location.status', t('fields.status'), templateLifecycle.states, (value) => t(`states.${value}`)),
        { name: 'tags', label: t('facts.tags'), type: 'array' },
        { name: 'repository', label: t('facts.repository'), type: 'text' },
        { name: 'datetime', label: t('facts.changed'), type: 'time' },
      ]),
    [t, locations, complete],
  )
}
