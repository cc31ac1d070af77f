'use client'
import { lazy, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { servesBoot } from '../../server/domain/location/states.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { RelatedList } from '../resource/related-list.tsx'
import { NameLink } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { Button } from '../ui/controls/button.tsx'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { useTemplateColumns, useTemplateFilters } from './columns.tsx'
import { PlaceLine } from './place-line.tsx'
import { useTemplateLine } from './template-words.ts'
import { type PlaceActions, usePlaceActions } from './use-place-actions.tsx'

const BringTemplates = lazy(() => import('./bring-templates.tsx'))
const UpdatePlan = lazy(() => import('./update-plan.tsx'))

/** The templates of one location, and the way to bring others there. */
export function LocationTemplates({ location }: { location: Location }) {
  const t = useTranslations('osTemplates')
  const trpc = useTRPC()
  const actions = usePlaceActions()
  const words = useTemplateLine()
  const { ask, dialogs } = useAsking<'bring' | 'update'>((asked, onClose) =>
    asked === 'bring' ? (
      <BringTemplates location={location} onClose={onClose} />
    ) : (
      <UpdatePlan locations={[location]} actions={actions} onClose={onClose} />
    ),
  )
  const serves = servesBoot(location)
  const older = location.os_templates.need_update
  const create = serves ? <CreateButton onClick={() => ask('bring')}>{t('bring.open')}</CreateButton> : null
  return (
    <>
      {serves ? (
        <div className="flex flex-none items-center justify-end gap-2 px-6 pt-3 phone:px-4">
          {older > 0 ? <Button onClick={() => ask('update')}>{t('updateAll', { count: older })}</Button> : null}
          {create}
        </div>
      ) : (
        <Notice
          kind="plain"
          className="mx-6 mt-3 flex-none phone:mx-4"
          action={<TextLink href={paths.location(location.id, 'services')}>{t('toServices')}</TextLink>}
        >
          {t(location.status === 'setup' ? 'beingSetUp' : 'notServing', { location: location.name })}
        </Notice>
      )}
      <RelatedList<OsTemplate>
        id="location-templates"
        prefix="tpl"
        words="osTemplates"
        list={trpc.dci.osTemplate.list}
        base={`location EQ ${location.id}`}
        without={WITHOUT}
        filters={useTemplateFilters()}
        columns={useColumns(location, actions)}
        rowHref={({ id }) => paths.osTemplates({ template: id })}
        phone={(template) => ({
          detail: words(template),
          state: <PlaceLine template={template} location={location.id} actions={actions} bare />,
        })}
        actions={{ entries: (template) => actions.entries(template, location), dialogs: actions.dialogs }}
        empty={<Empty serves={serves} create={create} />}
      />
      {dialogs}
    </>
  )
}

const WITHOUT = ['location', 'locations']

function Empty({ serves, create }: { serves: boolean; create: React.ReactNode }) {
  const t = useTranslations('osTemplates')
  return (
    <div className="py-3">
      <p className="font-medium">{t('noneHere')}</p>
      <p className="mb-3 text-fg-2">{serves ? t('noneHereHint') : t('noneHereServices')}</p>
      {create}
    </div>
  )
}

function useColumns(location: Location, actions: PlaceActions): readonly Column<OsTemplate>[] {
  const t = useTranslations('osTemplates')
  const plain = useColumn('osTemplates')
  const all = useTemplateColumns()
  return useMemo(
    () => [
      plain<OsTemplate>(
        'name',
        200,
        ({ id, name }) => <NameLink href={paths.osTemplates({ template: id })}>{name}</NameLink>,
        { always: true },
      ),
      {
        id: 'here',
        size: 260,
        meta: { label: t('here'), always: true },
        cell: ({ row }) => <PlaceLine template={row.original} location={location.id} actions={actions} />,
      },
      ...all.filter(({ id }) => id !== 'name'),
    ],
    [t, all, location, actions, plain],
  )
}
