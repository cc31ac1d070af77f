'use client'
import Plug from 'lucide-react/icons/plug'
import Star from 'lucide-react/icons/star'
import { useTranslations } from 'use-intl'
import { storageKind } from '../../../server/domain/storage/kinds.ts'
import type { Storage } from '../../../server/domain/storage/schema.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { useAsking } from '../../form/use-asking.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

type Attached = Storage['clusters'][number]

/** The clusters that have it attached: whether it takes disks there, and how much of it may be promised. */
export function StorageClusters({ storage, onAttach }: { storage: Storage; onAttach: () => void }) {
  const t = useTranslations('storages')
  const { vm } = useTRPCClient()
  const { ask, dialogs } = useAsking<Attached>((one, close) => (
    <ConfirmAction
      title={t('detachTitle', { name: storage.name, cluster: one.name })}
      lost={t('detachLost')}
      action={t('detach')}
      onClose={close}
      run={() => vm.cluster.detachStorage.mutate({ params: { cluster_id: one.id, storage_id: storage.id } })}
    />
  ))
  const at = (one: Attached) => ({ params: { cluster_id: one.id, storage_id: storage.id } })
  const failed = (one: Attached) => faultToast(t('notChanged', { name: one.name }))
  const setEnabled = (one: Attached, enabled: boolean) =>
    (enabled ? vm.cluster.enableStorage : vm.cluster.disableStorage).mutate(at(one)).catch(failed(one))
  if (storage.clusters.length === 0)
    return (
      <EmptyState
        title={t('page.attachedNowhere')}
        actions={
          storageKind[storage.kind].connects ? (
            <Button kind="primary" onClick={onAttach}>
              {t('attach')}
            </Button>
          ) : undefined
        }
      >
        {storageKind[storage.kind].connects ? t('page.attachHint') : t('notYet', { kind: t(`kinds.${storage.kind}`) })}
      </EmptyState>
    )
  return (
    <Section title={t('page.clusters')} count={storage.clusters.length}>
      <Rows
        label={t('page.clusters')}
        rows={storage.clusters}
        columns={[
          {
            head: t('fields.name'),
            name: true,
            cell: ({ id, name, is_main }) => (
              <>
                <TextLink plain href={paths.cluster(id)}>
                  {name}
                </TextLink>
                {is_main ? <span className="ml-1.5 text-12 text-fg-3">{t('page.main')}</span> : null}
              </>
            ),
          },
          {
            head: t('page.place'),
            quiet: true,
            wide: true,
            cell: ({ virt_pool }) => (
              <Mono>{virt_pool[storageKind[storage.kind].pool[0] ?? 'vm_storage_path'] ?? '-'}</Mono>
            ),
          },
          {
            head: t('fields.hdd_overselling'),
            right: true,
            wide: true,
            cell: ({ hdd_overselling }) => `×${hdd_overselling}`,
          },
          {
            head: t('page.takesDisks'),
            cell: (one) => (
              <Switch
                aria-label={`${t('page.takesDisks')}: ${one.name}`}
                checked={one.enabled}
                disabled={one.is_main}
                onChange={(event) => void setEnabled(one, event.target.checked)}
              />
            ),
          },
          {
            head: <span className="sr-only">{t('page.more')}</span>,
            right: true,
            cell: (one) => (
              <MoreMenu
                label={t('page.moreOf', { name: one.name })}
                entries={[
                  {
                    label: t('makeMain'),
                    icon: <Star />,
                    ...(one.is_main && { disabledReason: t('isMainAlready') }),
                    onSelect: () => void vm.cluster.makeStorageMain.mutate(at(one)).catch(failed(one)),
                  },
                  ...(storage.kind === 'ceph'
                    ? [
                        {
                          label: t('connectAnew'),
                          icon: <Plug />,
                          onSelect: () => void vm.cluster.connectCeph.mutate(at(one)).catch(failed(one)),
                        },
                      ]
                    : []),
                  {
                    label: t('detach'),
                    danger: true,
                    ...(one.is_main && { disabledReason: t('mainStays') }),
                    onSelect: () => ask(one),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {dialogs}
    </Section>
  )
}
