import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../api/trpc.ts'
import type { fieldsOfKind } from './device-fields.ts'

/** The drivers that the panel has for switches or PDUs; `isPending` until they are known. */
export function useDrivers(kind: keyof typeof fieldsOfKind) {
  const { dci } = useTRPC()
  const { data, isPending } = useQuery(
    kind === 'switch' ? dci.switch.supported.queryOptions({}) : dci.pdu.supported.queryOptions({}),
  )
  return { drivers: data?.list, isPending }
}

/** What people read of a driver; its name until the drivers are known, and of one that there is no more. */
export const driverLabel = (drivers: ReturnType<typeof useDrivers>['drivers'], name: string): string =>
  drivers?.find((one) => one.name === name)?.label ?? name
