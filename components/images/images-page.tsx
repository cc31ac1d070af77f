'use client'
import { useQueries } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useFormatter, useTranslations } from 'use-intl'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { IsoTable } from '../isos/iso-table.tsx'
import { useIsoActions } from '../isos/use-iso-actions.tsx'
import { paths } from '../paths.ts'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { ImageTable } from '../vm-images/image-table.tsx'
import { useImageActions } from '../vm-images/use-image-actions.tsx'
import { RepositoryTable } from './repository-table.tsx'
import { SystemTable } from './system-table.tsx'
import { useRepositoryActions } from './use-repository-actions.tsx'

const size = { query: { limit: '0' } }

/** The systems that VMs can be made from, images made of VMs, ISO images for their drives, and the repositories they come from. */
export function ImagesPage() {
  const t = useTranslations('images')
  const format = useFormatter()
  const trpc = useTRPC()
  const { isAdmin } = useMe()
  const [asked] = useQueryState('tab', parseAsStringLiteral(['systems', 'vm', 'isos', 'repositories']))
  // Systems and repositories are the administrators' business; everybody has images of VMs and ISO images.
  const tab = isAdmin ? (asked ?? 'systems') : asked === 'isos' ? 'isos' : 'vm'
  const [systems, images, isos, repositories] = useQueries({
    queries: [
      trpc.vm.os.list.queryOptions(size, { enabled: isAdmin }),
      trpc.vm.image.list.queryOptions(size),
      trpc.vm.iso.list.queryOptions(size),
      trpc.vm.repository.list.queryOptions(size, { enabled: isAdmin }),
    ],
  })
  const isoActions = useIsoActions()
  const imageActions = useImageActions()
  const actions = useRepositoryActions()
  const add = actions.createButton()
  const count = (value: number | undefined) => (value === undefined ? {} : { count: format.number(value) })
  const everybody = [
    { href: paths.images('vm'), label: t('vm'), current: tab === 'vm', ...count(images.data?.size) },
    { href: paths.images('isos'), label: t('isos'), current: tab === 'isos', ...count(isos.data?.size) },
  ]
  const all = [
    { href: paths.images(), label: t('systems.title'), current: tab === 'systems', ...count(systems.data?.size) },
    ...everybody,
    {
      href: paths.images('repositories'),
      label: t('repositories.title'),
      current: tab === 'repositories',
      ...count(repositories.data?.size),
    },
  ]
  const tabs = <PageTabs label={t('tabs')} tabs={isAdmin ? all : everybody} />
  return (
    <>
      {tab === 'systems' ? (
        <SystemTable add={add} tabs={tabs} />
      ) : tab === 'vm' ? (
        <ImageTable tabs={tabs} actions={imageActions} />
      ) : tab === 'isos' ? (
        <IsoTable add={isoActions.createButton()} tabs={tabs} actions={isoActions} />
      ) : (
        <RepositoryTable add={add} tabs={tabs} actions={actions} />
      )}
      {actions.dialogs}
      {isoActions.dialogs}
      {imageActions.dialogs}
    </>
  )
}
