/**
 * Where operations of users lead that are about servers and what belongs to them. `devices`: to the server's power, controller or
 * consoles, so it passes the gate of `server/features/remote/device-gate.ts`; `records`: to rows of the panel alone; `release`: ends
 * what is open.
 */
export type Reach = 'devices' | 'records' | 'release'

/** Hand-written on purpose: the test fails for a new operation until it has been decided here. */
export const reach: Record<string, Reach> = {
  'GET /dci/v3/server': 'records',
  'GET /dci/v3/server/{server_id}': 'records',
  'GET /dci/v3/server/{server_id}/console': 'records',
  'POST /dci/v3/server/{server_id}/console': 'devices',
  'POST /dci/v3/server/{server_id}/power_on': 'devices',
  'POST /dci/v3/server/{server_id}/power_off': 'devices',
  'POST /dci/v3/server/{server_id}/power_reset': 'devices',
  'POST /dci/v3/server/{server_id}/restart': 'devices',
  'POST /dci/v3/server/{server_id}/power_cycle': 'devices',
  'POST /dci/v3/server/{server_id}/shutdown': 'devices',
  'POST /dci/v3/server/{server_id}/boot_device': 'devices',
  'POST /dci/v3/server/power': 'devices',
  'GET /dci/v3/server/{server_id}/power_status': 'records',
  'GET /dci/v3/server/{server_id}/power/history': 'records',
  'GET /dci/v3/server/{server_id}/ipmi': 'records',
  'GET /dci/v3/ipmi/{ipmi_id}/sensor': 'devices',
  'GET /dci/v3/ipmi/{ipmi_id}/sensor/{sensor_id}/history': 'devices',
  'GET /dci/v3/ipmi/{ipmi_id}/event': 'devices',
  'GET /dci/v3/ipmi/{ipmi_id}/inventory': 'devices',
  'GET /dci/v3/server/{server_id}/pdu_connection': 'records',
  'GET /dci/v3/server/{server_id}/switch_connection': 'records',
  'GET /dci/v3/server/{server_id}/traffic': 'records',
  'GET /dci/v3/info': 'records',
  'GET /dci/v3/task': 'records',
  'GET /dci/v3/task/{task_id}': 'records',
  'GET /dci/v3/os_template': 'records',
  'GET /dci/v3/os_template/{os_template_id}': 'records',
  'GET /dci/v3/user/{user_id}/settings': 'records',
  'POST /dci/v3/user/{user_id}/settings': 'records',
  'GET /dci/v3/ip': 'records',
  'GET /dci/v3/server/{server_id}/ip': 'records',
  'GET /dci/v3/ip/{ip_id}': 'records',
  'POST /dci/v3/ip/{ip_id}': 'records',
  'GET /ipmiproxy/v3/plugin/status': 'records',
  'GET /ipmiproxy/v3/ipmi/{ipmi_id}/proxy': 'devices',
  'DELETE /ipmiproxy/v3/ipmi/{ipmi_id}/proxy': 'release',
  'POST /ipmiproxy/v3/ipmi/{ipmi_id}/proxy/{proxy_type}': 'devices',
  'GET /ipmiproxy/v3/amt/{amt_id}/proxy': 'devices',
  'DELETE /ipmiproxy/v3/amt/{amt_id}/proxy': 'release',
  'POST /ipmiproxy/v3/amt/{amt_id}/proxy/{proxy_type}': 'devices',
  'POST /ipmiproxy/v3/proxy/access': 'devices',
  'POST /ipmiproxy/v3/proxy/close': 'release',
  'POST /ipmiproxy/v3/proxy/ticket': 'devices',
  'GET /ipmiproxy/v3/server/{server_id}/proxy': 'records',
}
