'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { IpmiType } from '../../../server/domain/ipmi/kinds.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { useSaid } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { BrandMark } from '../../ui/display/brand-mark.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { TrustCertificate } from './trust-certificate.tsx'
import { useOpenWeb } from './use-open-web.ts'

/** The tab in which the web page of a server's controller opens: it says how far that is, and gives way to it. */
export function OpenWebPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.server.get.queryOptions({ params: { server_id: id } }))
  return <ObjectGate query={query}>{(server) => <Page server={server} />}</ObjectGate>
}

function Page({ server }: { server: Server }) {
  const t = useTranslations('servers.web')
  useTitle(server.name)
  return (
    <>
      <header className="flex h-(--bar-h) flex-none items-center gap-3 border-b border-line bg-app px-6 phone:px-4">
        <BrandMark />
        <h1 className="min-w-0 truncate text-14 font-semibold">
          <TextLink plain href={paths.server(server.id)}>
            {server.name}
          </TextLink>
        </h1>
      </header>
      <div className="max-w-160 px-6 py-3 phone:px-4">
        {server.ipmi ? (
          <Opening server_id={server.id} ipmi={server.ipmi.id} type={server.ipmi.type} />
        ) : (
          <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        )}
      </div>
    </>
  )
}

type OpeningProps = { server_id: number; ipmi: number; type: IpmiType }

function Opening({ server_id, ...controller }: OpeningProps) {
  const t = useTranslations('servers.web')
  const said = useSaid()
  const trpc = useTRPC()
  const { stage, open } = useOpenWeb(controller)
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    // A link from another site must not open anything by itself: then a button has to be pressed.
    if (begun.current || !document.referrer.startsWith(`${window.location.origin}/`)) return
    begun.current = true
    open()
  }, [])
  const hasFailed = stage.at === 'failed'
  const { data } = useQuery({
    ...trpc.proxy.proxySession.ofServer.queryOptions({ params: { server_id } }),
    enabled: hasFailed,
  })
  if (hasFailed)
    return data?.certificate_changed ? (
      <TrustCertificate ipmi={controller.ipmi} onTrusted={() => open(true)} />
    ) : (
      <ErrorState title={t('failed')} cause={said(stage.why)} onRetry={() => open(true)} />
    )
  if (stage.at === 'ready')
    return (
      <EmptyState
        title={t('title')}
        actions={
          <Button kind="primary" onClick={() => open()}>
            {t('open')}
          </Button>
        }
      >
        {t('leaves')}
      </EmptyState>
    )
  return (
    <p role="status" className="py-4 text-fg-2">
      {t(stage.at === 'leaving' ? 'leaving' : 'opening')}
    </p>
  )
}
