'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Image } from '../../../server/domain/image/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { FileSize } from '../../ui/display/file-size.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { ExactTime } from '../../ui/display/time.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section, SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { ImageState } from '../image-state.tsx'
import { useImageActions } from '../use-image-actions.tsx'
import { ImageNodes } from './image-nodes.tsx'

const MIB = 2 ** 20

/** One image of a VM: what it is, where it is, and what stands on it. */
export function ImagePage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.image.get.queryOptions({ params: { image_id: id } }))
  return <ObjectGate query={query}>{(image) => <Page image={image} />}</ObjectGate>
}

function Page({ image }: { image: Image }) {
  const t = useTranslations('vmImages')
  const actions = useImageActions()
  return (
    <ObjectPage
      name={image.name}
      sub={image.os_name}
      badges={
        <>
          <ImageState image={image} />
          {image.for_all ? <Tag>{t('forAllLong')}</Tag> : null}
        </>
      }
      entries={actions.entries(image)}
      below={image.comment ? <p className="max-w-160 truncate text-12 text-fg-2">{image.comment}</p> : undefined}
      href={() => paths.image(image.id)}
      tabs={{
        overview: {
          show: () => (
            <WithSidePanel label={t('page.facts')} side={<Side image={image} />}>
              <div className="flex flex-col gap-3">
                <ImageNodes image={image} />
                <Clones image={image} />
              </div>
            </WithSidePanel>
          ),
        },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}

function Clones({ image }: { image: Image }) {
  const t = useTranslations('vmImages')
  return (
    <Section title={t('page.clones')} count={image.linked_clone_count}>
      {image.linked_clones.length === 0 ? (
        <p className="py-2 text-12 text-fg-2">
          {image.linked_clone_count > 0 ? t('clones', { count: image.linked_clone_count }) : t('noClones')}
        </p>
      ) : (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 py-2">
          {image.linked_clones.map(({ id, name }) => (
            <li key={id}>
              <TextLink plain href={paths.host(id)}>
                {name}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Side({ image }: { image: Image }) {
  const t = useTranslations('vmImages')
  const frozen = image.frozen === null ? 'frozenOff' : image.frozen ? 'frozenYes' : 'frozenNo'
  return (
    <SidePanelSection title={t('page.facts')}>
      <Facts
        facts={[
          {
            term: t('fields.host_name'),
            value: image.host ? (
              <TextLink href={paths.host(image.host.id)}>{image.host.name}</TextLink>
            ) : (
              image.host_name
            ),
          },
          { term: t('fields.created_at'), value: <ExactTime at={image.created_at} /> },
          { term: t('fields.size_mib'), value: <FileSize bytes={image.size_mib * MIB} /> },
          image.size_bytes !== null && { term: t('fields.size_bytes'), value: <FileSize bytes={image.size_bytes} /> },
          image.size_bytes !== null && { term: t('page.frozen'), value: t(`page.${frozen}`) },
          { term: t('fields.cleared'), value: image.cleared ? t('cleared') : t('notCleared') },
          { term: t('fields.storage'), value: image.storage?.name ?? t('storageMain') },
          { term: t('fields.account'), value: image.account ?? t('ofPanel') },
        ]}
      />
    </SidePanelSection>
  )
}
