'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GuestKey } from '../../../server/domain/host/guest-keys.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { apiFault } from '../../api/fault.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { quiet } from '../../table/cells.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { Mono } from '../../ui/display/text.tsx'
import { Rows } from '../../ui/layout/rows.tsx'

type Key = { id: number; name: string; fingerprint: string }
type Row = { name: string; fingerprint: string | null; own: Key | null; there: GuestKey | null }

/** Keys of the owner and of the running guest beside each other: each can be let in and removed again. */
export function GuestKeys({ host, keys }: { host: Host; keys: readonly Key[] }) {
  const t = useTranslations('hosts.system')
  const trpc = useTRPC()
  const [fault, setFault] = useState<string | null>(null)
  const runs = host.state === 'active' && !host.rescue_mode
  const query = useQuery({
    ...trpc.vm.host.guestKeys.queryOptions({ params: { host_id: host.id } }),
    enabled: runs,
    retry: false,
  })
  if (!runs) return <Table rows={keys.map((own) => ({ ...own, own, there: null }))} />
  return (
    <>
      {fault && <Notice kind="fault" title={fault} className="mb-2" />}
      <Loaded query={query} rows={2} label={t('guestKeysLoading')} unread={t('guestKeysUnread')}>
        {({ list }) => <Table rows={rowsOf(keys, list, t('otherLine'))} host={host} said={setFault} />}
      </Loaded>
    </>
  )
}

/** Keys of the owner first, then those that only the guest knows. */
function rowsOf(keys: readonly Key[], list: readonly GuestKey[], other: string): Row[] {
  const own = keys.map((key) => ({ ...key, own: key, there: list.find((one) => one.key === key.id) ?? null }))
  const foreign = list
    .filter(({ key }) => key === null || !keys.some(({ id }) => id === key))
    .map((there) => ({
      name: there.fingerprint === null ? other : there.comment || (there.type ?? ''),
      fingerprint: there.fingerprint,
      own: null,
      there,
    }))
  return [...own, ...foreign]
}

function Table({ rows, host, said }: { rows: Row[]; host?: Host; said?: (fault: string | null) => void }) {
  const t = useTranslations('hosts.system')
  const { vm } = useTRPCClient()
  if (rows.length === 0) return <p className="text-12 text-fg-3">{t('noKeys')}</p>
  const run = (call: Promise<unknown>) => {
    said?.(null)
    call.catch((fault: unknown) => said?.(apiFault(fault).msg))
  }
  const act = ({ own, there, name }: Row) => {
    if (!host) return null
    const params = { host_id: host.id }
    const { fingerprint } = there ?? {}
    if (fingerprint)
      return (
        <Button
          size="sm"
          aria-label={t('removeKeyOf', { name })}
          onClick={() => run(vm.host.removeGuestKeys.mutate({ params, body: { fingerprints: [fingerprint] } }))}
        >
          {t('removeKey')}
        </Button>
      )
    return (
      own && (
        <Button
          size="sm"
          aria-label={t('addKeyOf', { name })}
          onClick={() => run(vm.host.addGuestKeys.mutate({ params, body: { ssh_keys: [own.id] } }))}
        >
          {t('addKey')}
        </Button>
      )
    )
  }
  return (
    <Rows
      label={t('keys')}
      rows={rows}
      rowKey={({ own, name, fingerprint }) => own?.id ?? `${fingerprint} ${name}`}
      columns={[
        { head: t('keyName'), name: true, cell: ({ name }) => <span className="break-all">{name}</span> },
        {
          head: t('keyOwner'),
          cell: ({ own }) => t(own ? 'keyOfOwner' : 'keyOfGuest'),
          quiet: true,
          wide: true,
        },
        {
          head: t('fingerprint'),
          wide: true,
          cell: ({ fingerprint }) => (fingerprint ? <Mono>{`${fingerprint.slice(0, 23)}…`}</Mono> : quiet),
        },
        host
          ? {
              head: t('letIn'),
              cell: ({ there }) => <State kind={there ? 'on' : 'off'}>{t(there ? 'isIn' : 'isNotIn')}</State>,
            }
          : false,
        host ? { head: <span className="sr-only">{t('keyActions')}</span>, right: true, cell: act } : false,
      ]}
    />
  )
}
