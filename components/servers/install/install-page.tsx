'use client'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useMe } from '../../api/me.tsx'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { OperationForm } from './operation-form.tsx'
import { mayBegin } from './types.ts'

/** Where operations on a server are begun: systems, rescue, diagnostics, wiping. */
export function InstallPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const { isAdmin } = useMe()
  const asked = useSearchParams().get('type')
  const types = mayBegin(isAdmin)
  const type = types.find((one) => one === asked) ?? 'install'
  const server = useQuery(trpc.dci.server.get.queryOptions({ params: { server_id: id } }))
  const plan = useQuery(trpc.dci.operation.plan.queryOptions({ params: { server_id: id } }))
  return (
    <ObjectGate query={server}>
      {(of) => (
        <ObjectGate query={plan}>
          {(known) => <OperationForm key={type} type={type} types={types} plan={known} server={of} />}
        </ObjectGate>
      )}
    </ObjectGate>
  )
}
