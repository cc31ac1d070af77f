import { z } from 'zod'
import { endpoint } from '../../../../api/endpoint.ts'
import { isoAnnounce, isoAnnounced, isoAvailability, isoMount } from '../../../../domain/iso/schema.ts'
import { idAndTask } from '../../../../domain/shared/fields.ts'
import { announceIso, isoAvailability as readAvailability } from './announce.ts'
import { ejectIso } from './eject.ts'
import { mountIso } from './mount.ts'

const common = { service: 'vm', tag: 'iso', access: 'user' } as const
/** Whole numbers of MiB of the largest image, and beyond: how large is refused in words. */
const mebibytes = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(2_147_483_647))
  .meta({ type: 'integer' })

export const hostIsoEndpoints = {
  mount: endpoint({
    ...common,
    tag: 'host',
    method: 'POST',
    path: '/host/{host_id}/iso/mount',
    summary: 'Put an ISO image into the drive of a VM',
    description:
      'An image of the library (`image`), or one that is fetched from an address first (`url`; `name`, `os_type`, `tags`, `comment` and `repository_id` are said of that). `reboot`: the VM is shut down (its power is cut after 60 seconds) and started from the image this once; else the image is put into the drive at once while the VM runs. A VM that was started by an earlier version of the panel has no drive for it before its next start; `iso.waits` says so. Users may do it on clusters with `iso_enabled`. On a cluster with containers it is refused.',
    body: isoMount,
    answer: idAndTask,
    run: (ctx, p) => mountIso(ctx, p.params.host_id, p.body),
  }),
  cancel: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/iso/cancel',
    summary: 'Eject the ISO image without an installation',
    description:
      'One that is still on its way is called off. A VM that was started from the image is restarted from its disks; its record keeps its system.',
    answer: idAndTask,
    run: (ctx, p) => ejectIso(ctx, p.params.host_id, false),
  }),
  finish: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/iso/finish',
    summary: 'Eject the ISO image after an installation',
    description: 'As cancel; the system of the VM is named after the image from now on, and is none of the catalogue.',
    answer: idAndTask,
    run: (ctx, p) => ejectIso(ctx, p.params.host_id, true),
  }),
  status: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/iso/status',
    summary: 'Tell whether an ISO image of a size can be uploaded for a VM',
    description:
      'Refused in words when it cannot: no drive, an image in it, no room on the panel or the node, a limit of the account.',
    query: z.object({ iso_size_mib: mebibytes }),
    answer: isoAvailability,
    run: (ctx, p) => readAvailability(ctx, p.params.host_id, p.query.iso_size_mib),
  }),
  announce: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/iso/upload/announce',
    summary: 'Announce the upload of an ISO image for a VM',
    description:
      'Its bytes are sent to `path` as those of other uploads (tus 1.0), with Upload-Length in the first request. When all are there and it is an ISO image it is put into the drive of the VM. `user_id` and `admin_role` have to be those of the caller. An upload that nothing comes of for 24 hours is called off.',
    body: isoAnnounce,
    answer: isoAnnounced,
    run: (ctx, p) => announceIso(ctx, p.params.host_id, p.body),
  }),
}
