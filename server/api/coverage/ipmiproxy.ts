import type { Access } from '../endpoint.ts'

/** Pages of controllers; and the few operations of addresses that have a service of their own. */
export const ipmiproxy: Record<string, Access> = {
  'POST /ip/v3/ipnet': 'admin',
  'POST /ip/v3/ipnet/{ipnet_id}': 'admin',
  'POST /ip/v3/ippool/{ippool_id}': 'admin',
  // Not in the documents: the name servers that reverse records are written to.
  'GET /ip/v3/name_server': 'admin',
  'POST /ip/v3/name_server': 'admin',
  'GET /ip/v3/name_server/{name_server_id}': 'admin',
  'POST /ip/v3/name_server/{name_server_id}': 'admin',
  'DELETE /ip/v3/name_server/{name_server_id}': 'admin',
  'POST /ip/v3/name_server/{name_server_id}/check': 'admin',
  'GET /ipmiproxy/v3/location': 'admin',
  'DELETE /ipmiproxy/v3/location/{location_id}': 'admin',
  'POST /ipmiproxy/v3/setup': 'admin',
  'POST /ipmiproxy/v3/update': 'admin',
  'POST /ipmiproxy/v3/resetup': 'admin',
  'POST /ipmiproxy/v3/plugin/enable': 'admin',
  'POST /ipmiproxy/v3/plugin/disable': 'admin',
  'GET /ipmiproxy/v3/plugin/status': 'user',
  'GET /ipmiproxy/v3/ipmi/{ipmi_id}/proxy': 'user',
  'DELETE /ipmiproxy/v3/ipmi/{ipmi_id}/proxy': 'user',
  'POST /ipmiproxy/v3/ipmi/{ipmi_id}/proxy/{proxy_type}': 'user',
  'GET /ipmiproxy/v3/amt/{amt_id}/proxy': 'user',
  'DELETE /ipmiproxy/v3/amt/{amt_id}/proxy': 'user',
  'POST /ipmiproxy/v3/amt/{amt_id}/proxy/{proxy_type}': 'user',
  'POST /ipmiproxy/v3/proxy/access': 'user',
  'POST /ipmiproxy/v3/proxy/close': 'user',
  'POST /ipmiproxy/v3/proxy/ticket': 'user',
  'POST /ipmiproxy/v3/location/drop_sessions': 'admin',
  'GET /ipmiproxy/v3/server/{server_id}/proxy': 'user',
}
