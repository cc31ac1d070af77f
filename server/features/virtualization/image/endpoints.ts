import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import {
  imageCopy,
  imageCreate,
  imageEdit,
  imageLimit,
  imageMove,
  imageRecord,
  imageRelocate,
  imageSetState,
} from '../../../domain/image/schema.ts'
import { empty, idAndTask, idMaybeTask } from '../../../domain/shared/fields.ts'
import { createImage } from './create.ts'
import { limitImages } from './limit.ts'
import { imageList } from './list.ts'
import { copyImage, deleteImageOnNode, moveImage, relocateImage, useImageOnNode } from './nodes.ts'
import { deleteImage, editImage, setImageState } from './service.ts'

const common = { service: 'vm', tag: 'image', access: 'user' } as const
const admin = { ...common, access: 'admin' } as const

export const imageEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/image',
    summary: 'List the images made of VMs',
    description: 'Accounts see their own ones and those for all.',
    list: imageList,
    row: imageRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/image/{image_id}',
    summary: 'Read an image',
    list: imageList,
    row: imageRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/image/{image_id}',
    summary: 'Change an image',
    description: 'Owner and `for_all` are changed by administrators.',
    body: imageEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editImage(ctx, p.params.image_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/image/{image_id}',
    summary: 'Delete an image on all nodes',
    description: 'Refused with the names of the VMs that are linked clones of it.',
    answer: idAndTask,
    run: (ctx, p) => deleteImage(ctx, p.params.image_id),
  }),
  changeState: endpoint({
    ...admin,
    method: 'POST',
    path: '/image/{image_id}/change_state',
    summary: 'Set the state of an image',
    description: '`crashed`: no VMs are made of it any more; `active`: again.',
    body: imageSetState,
    answer: empty,
    run: (ctx, p) => setImageState(ctx, p.params.image_id, p.body.state),
  }),
  copy: endpoint({
    ...admin,
    method: 'POST',
    path: '/image/{image_id}/copy',
    summary: 'Copy an image to a node',
    description:
      'Its content goes through the panel. A new VM on a node that does not have the image does this by itself.',
    body: imageCopy,
    answer: idAndTask,
    run: (ctx, p) => copyImage(ctx, p.params.image_id, p.body.node),
  }),
  move: endpoint({
    ...admin,
    method: 'POST',
    path: '/image/{image_id}/move',
    summary: 'Move an image between nodes',
    body: imageMove,
    answer: idAndTask,
    run: (ctx, p) => moveImage(ctx, p.params.image_id, p.body),
  }),
  relocate: endpoint({
    ...admin,
    method: 'POST',
    path: '/image/{image_id}/relocate',
    summary: 'Keep an image in another storage',
    description: 'On all nodes that have it. Refused while VMs are linked clones of it.',
    body: imageRelocate,
    answer: idAndTask,
    run: (ctx, p) => relocateImage(ctx, p.params.image_id, p.body.destination ?? null),
  }),
  deleteOnNode: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/image/{image_id}/node/{node_id}',
    summary: 'Delete an image on a node',
    answer: idAndTask,
    run: (ctx, p) => deleteImageOnNode(ctx, p.params.image_id, p.params.node_id),
  }),
  disableOnNode: endpoint({
    ...admin,
    method: 'POST',
    path: '/image/{image_id}/node/{node_id}/disable',
    summary: 'Make no new VMs of an image on a node',
    answer: idMaybeTask,
    run: (ctx, p) => useImageOnNode(ctx, p.params.image_id, p.params.node_id, false),
  }),
  enableOnNode: endpoint({
    ...admin,
    method: 'POST',
    path: '/image/{image_id}/node/{node_id}/enable',
    summary: 'Make new VMs of an image on a node again',
    answer: empty,
    run: async (ctx, p) => {
      await useImageOnNode(ctx, p.params.image_id, p.params.node_id, true)
      return {}
    },
  }),
}

/** What belongs to the VM that images are made of. */
export const hostImageEndpoints = {
  createImage: endpoint({
    ...common,
    method: 'POST',
    about: 'image',
    path: '/host/{host_id}/image/create',
    summary: 'Make an image of a VM',
    description:
      'Of its main disk as it is at one moment; a running VM goes on, its file systems are frozen for that moment when the guest agent answers. `cleared` takes out what makes a system itself.',
    body: imageCreate,
    answer: idAndTask,
    run: (ctx, p) => createImage(ctx, p.params.host_id, p.body),
  }),
  limitImages: endpoint({
    ...admin,
    tag: 'host',
    method: 'POST',
    path: '/host/{host_id}/bill_option/image_gib',
    summary: 'Set how large the images of a VM may be together',
    description: '-1: no limit. Images that are there stay.',
    body: imageLimit,
    answer: imageLimit,
    run: (ctx, p) => limitImages(ctx, p.params.host_id, p.body.image_gib),
  }),
}
