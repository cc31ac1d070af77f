-- AlterTable
ALTER TABLE "location" ADD COLUMN     "fault_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "switch_port" ADD COLUMN     "drift_at" TIMESTAMPTZ(3),
ADD COLUMN     "fault_at" TIMESTAMPTZ(3),
ADD COLUMN     "oper_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "pdu_port" ADD COLUMN     "fault_at" TIMESTAMPTZ(3),
ADD COLUMN     "power_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "proxy_location" ADD COLUMN     "fault_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "server" ADD COLUMN     "power_at" TIMESTAMPTZ(3),
ADD COLUMN     "state_info_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "node" ADD COLUMN     "libvirt_error_at" TIMESTAMPTZ(3),
ADD COLUMN     "storage_full_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "repository" ADD COLUMN     "fault_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "host" ADD COLUMN     "fault_at" TIMESTAMPTZ(3);

-- What is there already was not seen to begin; what is made from now on begins with it.
ALTER TABLE "switch_port" ALTER COLUMN "oper_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "pdu_port" ALTER COLUMN "power_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "server" ALTER COLUMN "power_at" SET DEFAULT CURRENT_TIMESTAMP;

-- Since when something is wrong, or as it is, is noted by the table itself: many places write these columns.
create function note_since() returns trigger language plpgsql as $$
begin
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], now()));
end $$;
create function forget_since() returns trigger language plpgsql as $$
begin
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));
end $$;

-- `since` is set while `cause` says something.
create function track_cause(tracked regclass, cause text, since text) returns void language plpgsql as $$
begin
  execute format('create trigger %I before insert on %s for each row when (new.%I is not null and new.%I is null)
    execute function note_since(%L)', since || '_made', tracked, cause, since, since);
  execute format('create trigger %I before update of %I on %s for each row when (old.%I is null and new.%I is not null)
    execute function note_since(%L)', since || '_begun', cause, tracked, cause, cause, since);
  execute format('create trigger %I before update of %I on %s for each row when (old.%I is not null and new.%I is null)
    execute function forget_since(%L)', since || '_over', cause, tracked, cause, cause, since);
end $$;
select track_cause('location', 'fault', 'fault_at'), track_cause('proxy_location', 'fault', 'fault_at'),
       track_cause('repository', 'fault', 'fault_at'), track_cause('host', 'fault', 'fault_at'),
       track_cause('switch_port', 'fault', 'fault_at'), track_cause('pdu_port', 'fault', 'fault_at'),
       track_cause('server', 'state_info', 'state_info_at'), track_cause('node', 'libvirt_error', 'libvirt_error_at');
drop function track_cause(regclass, text, text);

create trigger oper_at_moved before update of oper_status on switch_port for each row
  when (old.oper_status is distinct from new.oper_status) execute function note_since('oper_at');
create trigger power_at_moved before update of power_status on pdu_port for each row
  when (old.power_status is distinct from new.power_status) execute function note_since('power_at');
create trigger power_at_moved before update of power_status on server for each row
  when (old.power_status is distinct from new.power_status) execute function note_since('power_at');

-- A port that is set up otherwise than it was asked to be: the condition of `own_switch_port_otherwise`.
create function port_drifts(p switch_port) returns boolean language sql immutable as $$
  select coalesce((p.wanted_admin <> p.admin_status and p.admin_status in ('up', 'down')) or (p.wanted_vlan is not null
    and (p.wanted_vlan, p.wanted_trunk, p.wanted_members) is distinct from (p.vlan_id, p.is_trunk, p.trunk_members)), false) $$;
create trigger drift_at_begun before update of wanted_admin, wanted_vlan, wanted_trunk, wanted_members, admin_status, vlan_id, is_trunk, trunk_members
  on switch_port for each row when (port_drifts(new) and not port_drifts(old)) execute function note_since('drift_at');
create trigger drift_at_over before update of wanted_admin, wanted_vlan, wanted_trunk, wanted_members, admin_status, vlan_id, is_trunk, trunk_members
  on switch_port for each row when (port_drifts(old) and not port_drifts(new)) execute function forget_since('drift_at');

create function storage_is_full(n node) returns boolean language sql immutable as $$
  select n.storage_total_mib > 0 and n.storage_used_mib::bigint * 100 >= n.storage_total_mib::bigint * 90 $$;
create trigger storage_full_at_made before insert on node for each row
  when (storage_is_full(new) and new.storage_full_at is null) execute function note_since('storage_full_at');
create trigger storage_full_at_begun before update of storage_used_mib, storage_total_mib on node for each row
  when (storage_is_full(new) and not storage_is_full(old)) execute function note_since('storage_full_at');
create trigger storage_full_at_over before update of storage_used_mib, storage_total_mib on node for each row
  when (storage_is_full(old) and not storage_is_full(new)) execute function forget_since('storage_full_at');

-- Readings from before this moment say nothing of now: five polls, at least a quarter of an hour. The worker writes how often it polls.
create function stale_before() returns timestamptz language sql stable as $$
  select now() - make_interval(secs => greatest(900, 5 * coalesce((select value::text::float8 from setting where name = 'poll_seconds'), 60))) $$;

-- What is not known is found without looking at the rest, and so is what failed on one object.
create index own_server_power_unknown on server (id) where power_status = 'unknown';
create index own_ipmi_read on ipmi (last_success_update);
create index own_task_failed_on on task (entity, registry_id) where status = 'failed' and not dismissed;

-- Of what was read before, the last reading that changed a port or an outlet is as far back as is known.
update switch_port set oper_at = seen_at;
update pdu_port set power_at = seen_at;
