'use client'
import Check from 'lucide-react/icons/check'
import { useTranslations } from 'use-intl'
import {
  creatableKinds,
  NEARLY_FULL,
  storageAbilities,
  storageCan,
  TAKES_NO_MORE,
} from '../../../server/domain/storage/kinds.ts'
import type { Storage } from '../../../server/domain/storage/schema.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { Mono } from '../../ui/display/text.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section, SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { LivesOn } from './lives-on.tsx'
import { StorageClusters } from './storage-clusters.tsx'
import { StorageDisks } from './storage-disks.tsx'
import { StorageNodes } from './storage-nodes.tsx'
import { StorageUse } from './storage-use.tsx'

/** Use over time, where it is connected, the disks on it, and what each kind can do. */
export function StorageOverview({ storage, onAttach }: { storage: Storage; onAttach: () => void }) {
  const t = useTranslations('storages')
  return (
    <WithSidePanel label={t('page.facts')} side={<Side storage={storage} />}>
      <div className="flex flex-col gap-3">
        <StorageUse storage={storage} />
        <StorageClusters storage={storage} onAttach={onAttach} />
        <StorageNodes storage={storage} />
        <LivesOn storage={storage} />
        <StorageDisks storage={storage} />
        <Abilities storage={storage} />
      </div>
    </WithSidePanel>
  )
}

/** What each kind of storage can do, this one among them. */
function Abilities({ storage }: { storage: Storage }) {
  const t = useTranslations('storages')
  return (
    <Section title={t('page.abilities')}>
      <Rows
        label={t('page.abilities')}
        rows={[...storageAbilities]}
        rowKey={(ability) => ability}
        columns={[
          { head: t('page.ability'), name: true, cell: (ability) => t(`abilities.${ability}`) },
          ...creatableKinds.map((kind) => ({
            head: t(`kinds.${kind}`),
            quiet: kind !== storage.kind,
            wide: kind !== storage.kind,
            cell: (ability: (typeof storageAbilities)[number]) =>
              storageCan(kind, ability) ? (
                <Check aria-label={t('page.yes')} className="size-4 text-ok-fg" />
              ) : (
                t('page.no')
              ),
          })),
        ]}
      />
    </Section>
  )
}

function Side({ storage }: { storage: Storage }) {
  const t = useTranslations('storages')
  const size = useSizes()
  const params = storage.storage_params
  return (
    <>
      <SidePanelSection title={t('page.limits')}>
        <Facts
          facts={[
            { term: t('page.warnsAt'), value: t('page.percentUsed', { percent: NEARLY_FULL }) },
            { term: t('page.takesNoneAt'), value: t('page.percentUsed', { percent: TAKES_NO_MORE }) },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('page.facts')}>
        <Facts
          facts={[
            { term: t('fields.kind'), value: t(`kinds.${storage.kind}`) },
            Boolean(params?.ip_addr) && { term: t('form.ip_addr'), value: <Mono>{params?.ip_addr}</Mono> },
            Boolean(params?.nas_storage_path) && {
              term: t('form.nas_storage_path'),
              value: <Mono>{params?.nas_storage_path}</Mono>,
            },
            { term: t('fields.total_mib'), value: size(storage.total_mib) },
            { term: t('fields.promised_mib'), value: size(storage.promised_mib) },
            { term: t('fields.id'), value: <Copyable text={String(storage.id)} /> },
          ]}
        />
      </SidePanelSection>
    </>
  )
}
