-- Blades of a chassis are found without looking at all servers.
create index own_server_chassis on server (chassis_id) where chassis_id is not null;

-- How many ports differ from what was asked for is known of a column, not of a condition on eight of them.
create trigger drift_at_made before insert on switch_port for each row
  when (port_drifts(new) and new.drift_at is null) execute function note_since('drift_at');
update switch_port p set drift_at = now() where port_drifts(p) and drift_at is null;
drop index own_switch_port_otherwise;
create index own_switch_port_drift on switch_port (switch_id) where drift_at is not null;
