'use client'
import { useTranslations } from 'use-intl'
import type { Node } from '../../../server/domain/node/record.ts'
import { HostsOf } from '../../hosts/hosts-of.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'

const without = ['node', 'cluster']

/** The VMs of the node. */
export function NodeHosts({ node }: { node: Node }) {
  const t = useTranslations('nodes')
  return (
    <HostsOf
      id="node.hosts"
      base={`node EQ ${node.id}`}
      without={without}
      empty={
        <EmptyState
          title={t('page.noHosts')}
          actions={
            <Button asChild>
              <Link href={paths.newHost({ node: node.id })}>{t('commands.createHost')}</Link>
            </Button>
          }
        >
          {t('page.noHostsHint')}
        </EmptyState>
      }
    />
  )
}
