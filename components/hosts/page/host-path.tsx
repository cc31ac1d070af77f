'use client'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { useMe } from '../../api/me.tsx'
import { paths } from '../../paths.ts'
import { ClusterIcon, NodeIcon, UserIcon, VmIcon } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/text.tsx'
import { addressesOf } from '../host-sizes.ts'

/** What the machine hangs together with: cluster, node, itself, address, owner. Links where the person may go. */
export function HostPath({ host }: { host: Host }) {
  const t = useTranslations('hosts')
  const { isAdmin } = useMe()
  const [address] = addressesOf(host)
  const link = (href: string, content: ReactNode) =>
    isAdmin ? (
      <TextLink plain href={href} className="flex items-center gap-1.5 hover:text-fg">
        {content}
      </TextLink>
    ) : (
      <span className="flex items-center gap-1.5">{content}</span>
    )
  const icon = '[&>svg]:size-3.5'
  const parts: { key: string; content: ReactNode }[] = [
    { key: 'cluster', content: link(paths.cluster(host.cluster.id), withIcon(<ClusterIcon />, host.cluster.name)) },
  ]
  if (host.node)
    parts.push({ key: 'node', content: link(paths.node(host.node.id), withIcon(<NodeIcon />, host.node.name)) })
  parts.push({
    key: 'host',
    content: (
      <span className="flex items-center gap-1.5 text-fg">
        <VmIcon />
        <span className="font-medium">{host.name}</span>
      </span>
    ),
  })
  if (address) parts.push({ key: 'address', content: <span className="mono">{address}</span> })
  if (host.account)
    parts.push({
      key: 'account',
      content: link(paths.user(host.account.id), withIcon(<UserIcon />, host.account.email)),
    })
  return (
    <nav
      aria-label={t('page.path')}
      className={`flex flex-wrap items-center gap-1.5 text-12 text-fg-2 phone:pt-1 ${icon}`}
    >
      {parts.map(({ key, content }, at) => (
        <Fragment key={key}>
          {at > 0 ? <ChevronRight className="!size-3 text-line-control" /> : null}
          <span className="flex items-center [&_svg]:size-3.5 [&_svg]:text-fg-3">{content}</span>
        </Fragment>
      ))}
    </nav>
  )
}

const withIcon = (icon: ReactNode, text: string) => (
  <>
    {icon}
    {text}
  </>
)
