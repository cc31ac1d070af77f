'use client'
import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import { TrustCertificate } from './trust-certificate.tsx'

/** The way to the web page of the server's controller, and the sessions that are open. Nothing for a server without one. */
export function ServerWeb({ server }: { server: Server }) {
  return server.ipmi ? <WebPage server={server} /> : null
}

function WebPage({ server }: { server: Server }) {
  const t = useTranslations('servers.web')
  const trpc = useTRPC()
  const { proxy } = useTRPCClient()
  const { data } = useQuery(trpc.proxy.proxySession.ofServer.queryOptions({ params: { server_id: server.id } }))
  const [closing, setClosing] = useState<number | null>(null)
  const close = (listen_web_port: number) => {
    setClosing(listen_web_port)
    proxy.proxySession.closePort
      .mutate({ body: { listen_web_port } })
      .catch(faultToast(t('notClosed')))
      .finally(() => setClosing(null))
  }
  const sessions = data?.list ?? []
  return (
    <SidePanelSection title={t('title')}>
      {data?.enabled === false ? (
        <p className="pb-1 text-fg-2">{t('disabled')}</p>
      ) : (
        <>
          {data?.certificate_changed ? <TrustCertificate ipmi={data.ipmi} /> : null}
          {sessions.map((one) => (
            <div key={one.id} className="flex items-center gap-2 pb-2">
              <p className="min-w-0 flex-1 text-12 text-fg-2">
                {t.rich(one.state === 'opening' ? 'isOpening' : 'isOpen', {
                  type: one.proxy_type,
                  port: String(one.listen_web_port),
                  who: one.opened_by ?? t('deletedAccount'),
                  when: () => <RelativeTime at={one.opened_at} />,
                })}
              </p>
              <Button size="sm" busy={closing === one.listen_web_port} onClick={() => close(one.listen_web_port)}>
                {t('close')}
              </Button>
            </div>
          ))}
          <Button size="sm" asChild icon={<ExternalLink />}>
            <a href={paths.serverWeb(server.id)} target="_blank" rel="noopener">
              {t('open')}
            </a>
          </Button>
          <p className="pt-1.5 pb-1 text-12 text-fg-3">{t('leaves')}</p>
        </>
      )}
    </SidePanelSection>
  )
}
