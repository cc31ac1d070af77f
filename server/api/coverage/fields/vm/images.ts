import type { FieldFates } from '../fates.ts'

/** Of images, systems and repositories. */
export const readVmImages: FieldFates = {
  'vm image': {
    'server/features/virtualization/image/create.ts': ['name', 'account', 'comment', 'for_all', 'cleared'],
    'server/features/virtualization/image/place.ts': ['storage'],
    'server/features/virtualization/image/nodes.ts': ['source', 'destination', 'node'],
    'server/features/virtualization/image/service.ts': ['state'],
  },
  'vm os': {
    'server/features/virtualization/os/choose.ts': ['adminonly'],
    'server/features/virtualization/os/service.ts': ['clusters[]'],
    'server/features/virtualization/host/seed-input.ts': ['product_key', 'kms_ip', 'kms_port'],
  },
  'vm repository': {
    'server/features/virtualization/repository/http.ts': ['url'],
  },
}
