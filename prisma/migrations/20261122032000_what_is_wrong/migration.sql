-- What is wrong is counted on every page, and is little beside what there is: each kind is found without looking at the rest.
create index own_server_wrong on server (id) where state_info is not null;
create index own_host_wrong on host (id) where state = 'crashed' or fault is not null;
create index own_task_failed on task (ended_at) where status = 'failed' and not dismissed;
create index own_ipmi_silent on ipmi (server_id) where status = 'fail';
create index own_ipmi_critical on ipmi (server_id) where health = 'critical';
create index own_switch_port_fault on switch_port (switch_id) where fault is not null;
create index own_switch_port_down on switch_port (id)
  where not gone and admin_status = 'up' and oper_status in ('down', 'lowerlayerdown', 'notpresent');
-- The conditions of `SET_OTHERWISE` (features/datacenter/switch/drift-sql.ts), word for word: else it is of no use to it.
create index own_switch_port_otherwise on switch_port (switch_id)
  where not gone and not is_uplink and task_id is null
    and ((wanted_admin <> admin_status and admin_status in ('up', 'down')) or (wanted_vlan is not null
       and (wanted_vlan, wanted_trunk, wanted_members) is distinct from (vlan_id, is_trunk, trunk_members)));
create index own_pdu_port_fault on pdu_port (pdu_id) where fault is not null;
create index own_pdu_port_off on pdu_port (id) where power_status = 'down';
