import { endpoint } from '../../../../api/endpoint.ts'
import { locationCompose, locationServices } from '../../../../domain/location/services.ts'
import { composeFileOf } from './compose.ts'
import { servicesInside } from './inside.ts'

/** Apart from those of locations: it asks the control host, which no change of a record is a reason for. */
export const bootServicesEndpoints = {
  get: endpoint({
    service: 'dci',
    tag: 'location',
    access: 'admin',
    method: 'GET',
    path: '/location/{location_id}/services',
    summary: 'Show what is in the boot services of a location at this moment',
    description:
      'Read from its control host: versions, interfaces, the newest 200 DHCP leases with the servers that have them, the disk, and the 200 largest files for servers.',
    answer: locationServices,
    run: (ctx, p) => servicesInside(ctx, p.params.location_id),
  }),
  compose: endpoint({
    service: 'dci',
    tag: 'location',
    access: 'admin',
    method: 'GET',
    path: '/location/{location_id}/services/compose',
    summary: 'Show the composition file that answers the servers of a location as they are at this moment',
    description:
      'For control hosts on which the panel installs nothing. What changes later is not brought to containers, and operations and discovery do not reach them.',
    answer: locationCompose,
    run: (_, p) => composeFileOf(p.params.location_id),
  }),
}
