import type { FieldFates } from './fates.ts'

/** Fields of bodies by service and group of operations, then by the file that acts on them. */
export const readOthers: FieldFates = {
  'auth token': {
    'server/auth/sign-in.ts': ['email', 'password'],
    'server/auth/second-factor.ts': ['code'],
    'server/auth/keys.ts': ['key'],
    'server/features/access/token/service.ts': ['expires_at'],
    'server/auth/sessions.ts': ['lang'],
  },
  'auth user': {
    'server/auth/sign-in.ts': ['email', 'password'],
    'server/features/access/user/service.ts': ['role'],
    'server/api/context.ts': ['lang'],
    'server/auth/sessions.ts': ['roles[]'],
    'server/features/access/ssh-key/service.ts': ['ssh_pub_key'],
    'server/auth/second-factor.ts': ['code'],
    'server/features/access/setting/service.ts': ['value'],
  },
  'auth acl': {
    'server/auth/access-lists.ts': ['ip_list[]'],
    'server/features/access/access-list/service.ts': ['members[]'],
  },
  'ip name_server': { 'server/features/network/name-server/open.ts': ['secret'] },
  'ip ipnet': {
    'server/features/network/ipnet/checks.ts': ['name', 'gateway'],
    'server/features/network/ipnet/read.ts': ['vlan'],
    'server/features/network/ipnet/service.ts': ['location'],
    'server/features/network/ipnet/map.ts': ['need_reserve'],
  },
  'ip ippool': {
    'server/features/network/ippool/service.ts': ['name', 'location'],
    'server/features/network/allocation/allocate.ts': ['is_public'],
    'server/features/datacenter/server-ip/places.ts': ['auto_selection_allowed'],
  },
  'proxy proxy': {
    'server/features/remote/proxy/service.ts': ['reconnect'],
    'server/features/remote/proxy-location/service.ts': ['locations[]', 'runtime_agree', 'location_id'],
    'server/features/remote/ipmi/iso.ts': ['iso_mount'],
    'server/features/remote/proxy/access.ts': ['listen_web_port'],
  },
}
