'use client'
import { useTranslations } from 'use-intl'
import type { Image } from '../../../server/domain/image/schema.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPCClient } from '../../api/trpc.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { useAsking } from '../../form/use-asking.tsx'
import { paths } from '../../paths.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { linked } from '../../ui/display/text.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ImageNodeState } from '../image-state.tsx'

type There = Image['nodes'][number]

/** The nodes that have it, and whether new VMs are made of it there. */
export function ImageNodes({ image }: { image: Image }) {
  const t = useTranslations('vmImages')
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const at = (node: There) => ({ params: { image_id: image.id, node_id: node.id } })
  const { ask, dialogs } = useAsking<There>((node, close) => (
    <ConfirmAction
      title={t('page.deleteTitle', { node: node.name })}
      lost={t('page.deleteLost')}
      action={t('page.deleteHere')}
      onClose={close}
      run={() => vm.image.deleteOnNode.mutate(at(node))}
    />
  ))
  const use = (node: There, used: boolean) =>
    (used ? vm.image.enableOnNode : vm.image.disableOnNode).mutate(at(node)).catch(faultToast(t('page.notChanged')))
  const why = image.nodes.length === 1 ? t('page.onlyHere') : image.state === 'active' ? undefined : t('moving')
  return (
    <Section title={t('page.nodes')} count={image.nodes.length}>
      {image.nodes.length === 0 ? (
        <p className="py-2 text-12 text-fg-2">{t('page.noNodes')}</p>
      ) : (
        <Rows
          label={t('page.nodes')}
          rows={image.nodes}
          columns={[
            {
              head: t('fields.name'),
              name: true,
              cell: ({ id, name }) => (isAdmin ? linked(paths.node(id), name) : name),
            },
            { head: t('page.state'), cell: (node) => <ImageNodeState of={node} /> },
            ...(isAdmin
              ? [
                  {
                    head: t('page.used'),
                    cell: (node: There) => (
                      <Switch
                        aria-label={`${t('page.used')}: ${node.name}`}
                        checked={!node.disabled}
                        onChange={(event) => void use(node, event.target.checked)}
                      />
                    ),
                  },
                  {
                    head: t('page.more'),
                    right: true,
                    cell: (node: There) => (
                      <MoreMenu
                        label={t('page.moreOf', { name: node.name })}
                        entries={[
                          {
                            label: t('page.deleteHere'),
                            danger: true,
                            disabledReason: why,
                            onSelect: () => ask(node),
                          },
                        ]}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {dialogs}
    </Section>
  )
}
