'use client'
import { useQuery } from '@tanstack/react-query'
import type { Location } from '../../../server/domain/location/schema.ts'
import { locationLifecycle } from '../../../server/domain/location/states.ts'
import { readEvery } from '../../api/readings.ts'
import { useTRPC } from '../../api/trpc.ts'

/** Whether the control host was set up; it may be at work on that still. */
export const isSetUp = ({ dhcp4_conf }: Location): boolean => Object.keys(dhcp4_conf).length > 0

/** What is in the services of a location now, read again while the tab is looked at; not asked for while they are worked on. */
export const useServicesInside = (location: Location) =>
  useQuery(
    useTRPC().dci.bootServices.get.queryOptions(
      { params: { location_id: location.id } },
      {
        enabled: isSetUp(location) && !locationLifecycle.isMoving(location.status),
        refetchInterval: readEvery.leases,
        // It is asked again soon, and what else the page asks for does not wait for a control host.
        retry: false,
        trpc: { context: { alone: true } },
      },
    ),
  )
