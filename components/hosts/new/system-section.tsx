'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useEffect, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useFormatter, useTranslations } from 'use-intl'
import { RESCUE_TAG } from '../../../server/domain/os/tags.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { useLabel } from '../../form/labels.ts'
import { useSaid } from '../../i18n/said.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { gib } from '../../ui/display/size.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { FormSection } from '../../ui/layout/form-layout.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { ImageCards } from './image-cards.tsx'
import type { SectionProps } from './place-section.tsx'
import type { NewHost, System } from './rules.ts'

const SHOWN = 8

type Found = {
  id: number
  name: string
  os_group: string
  updated_at: string | null
  min_ram_mib: number | null
  hdd_mib_required: number | null
  login_user: string
  tags?: string[] | undefined
}

const toSystem = (row: Found): System => ({
  id: row.id,
  name: row.name,
  min_ram_mib: row.min_ram_mib ?? 0,
  hdd_mib_required: row.hdd_mib_required ?? 0,
  login_user: row.login_user,
  tags: row.tags,
})

/** What is installed: the systems of the cluster as cards, the rest by typing. */
export function SystemSection(props: SectionProps & { resetField: UseFormReturn<NewHost>['resetField'] }) {
  const { control, values, setValue, resetField } = props
  // Known to the form, although cards and not one input stand for it.
  const { fieldState } = useController({ control, name: 'os' })
  const said = useSaid()
  const error = said(fieldState.error?.message ?? '')
  const t = useTranslations('newHost')
  useLabel(control, 'os', t('fields.os'))
  const format = useFormatter()
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const cluster = values.cluster?.value
  const query = useQuery({
    ...trpc.vm.os.list.queryOptions({
      query: {
        where: `state EQ 'active' AND cluster EQ ${Number(cluster ?? 0)}`,
        orderby: 'name',
        limit: `0,${SHOWN}`,
        ...(search && { search }),
      },
    }),
    enabled: cluster !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  // Rescue systems are started from, not installed.
  const list = (data?.list ?? []).filter(({ tags }) => !tags?.includes(RESCUE_TAG))
  const chosen = values.os

  const choose = (row: Found) => {
    const os = toSystem(row)
    setValue('os', os, { shouldDirty: true, shouldValidate: true, shouldTouch: true })
    // A size the system cannot live with is raised to what it needs.
    if (values.ram_mib < os.min_ram_mib) setValue('ram_mib', os.min_ram_mib, { shouldValidate: true })
    if (values.hdd_mib < os.hdd_mib_required) setValue('hdd_mib', os.hdd_mib_required, { shouldValidate: true })
  }
  // The first system of the cluster is chosen beforehand, as a default; another cluster may not have the old one.
  const [head] = list
  const settled = !query.isPlaceholderData && !search
  const absent = useIsAbsent(chosen, cluster, settled && !values.by_image && !list.some((row) => row.id === chosen?.id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the systems of a cluster have come
  useEffect(() => {
    if (settled && head && !values.by_image && (!chosen || absent)) resetField('os', { defaultValue: toSystem(head) })
  }, [settled, head?.id, chosen === null, absent, values.by_image])

  const cards =
    chosen && !list.some((row) => row.id === chosen.id) ? [cardOf(chosen), ...list.slice(0, SHOWN - 1)] : list
  return (
    <FormSection title={t('sections.system')}>
      <div className="mb-2 flex flex-wrap justify-between gap-2">
        <Segmented
          label={t('source.label')}
          value={values.empty ? 'empty' : values.by_image ? 'image' : 'system'}
          onValueChange={(next) => {
            if ((next === 'image') !== Boolean(values.by_image)) setValue('os', null)
            setValue('by_image', next === 'image')
            setValue('empty', next === 'empty', { shouldDirty: true, shouldValidate: true })
          }}
          options={(['system', 'image', 'empty'] as const).map((value) => ({ value, label: t(`source.${value}`) }))}
        />
        {values.empty || values.by_image ? null : (
          <Input
            icon={<Search />}
            aria-label={t('findSystem')}
            placeholder={t('findSystem')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              event.preventDefault()
              if (head) choose(head)
            }}
            boxClassName="w-52 phone:w-full"
          />
        )}
      </div>
      {values.empty ? (
        <p className="text-12 text-fg-2">{t('source.emptyHint')}</p>
      ) : values.by_image ? (
        <ImageCards control={control} values={values} setValue={setValue} />
      ) : query.error && !data ? (
        <ErrorState
          title={t('systemsUnread')}
          cause={apiFault(query.error).msg}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : !data ? (
        <div className="grid animate-late grid-cols-4 gap-2 phone:grid-cols-1">
          {Array.from({ length: 4 }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static list
            <Skeleton key={n} className="h-11 w-full" />
          ))}
        </div>
      ) : list.length === 0 ? (
        <p className="text-fg-2">{search ? t('noSuchSystem', { text: search }) : t('noSystemHere')}</p>
      ) : (
        <RadioGroup
          label={t('fields.os')}
          hideLabel
          className="grid grid-cols-4 gap-2 max-[1280px]:grid-cols-3 phone:grid-cols-1"
        >
          {cards.map((row) => (
            <ChoiceCard
              key={row.id}
              name="os"
              checked={chosen?.id === row.id}
              onChange={() => choose(row)}
              mark={markOf(row.name)}
              hint={
                row.updated_at
                  ? t('built', { date: format.dateTime(new Date(row.updated_at), { day: 'numeric', month: 'short' }) })
                  : t('fromRam', { size: format.number(gib(row.min_ram_mib ?? 0), { maximumFractionDigits: 2 }) })
              }
            >
              {row.name}
            </ChoiceCard>
          ))}
        </RadioGroup>
      )}
      {error ? (
        <p className="mt-1 flex items-center gap-1 text-12 text-fault-fg">
          <StateMark kind="fault" className="size-3" />
          {error}
        </p>
      ) : null}
    </FormSection>
  )
}

/** Whether the chosen system cannot be had on this cluster; asked only when it is not among those in sight. */
function useIsAbsent(chosen: System | null, cluster: string | undefined, unsure: boolean): boolean {
  const trpc = useTRPC()
  const where = `state EQ 'active' AND id EQ ${chosen?.id ?? 0} AND cluster EQ ${Number(cluster ?? 0)}`
  const { data } = useQuery({
    ...trpc.vm.os.list.queryOptions({ query: { where, limit: '0' } }),
    enabled: unsure && chosen !== null && cluster !== undefined,
  })
  return unsure && chosen !== null && data?.size === 0
}

const cardOf = (os: System): Found => ({ ...os, os_group: '', updated_at: null })

/** The letters on a system's card. */
const markOf = (name: string) => name.slice(0, 1).toLocaleUpperCase()
