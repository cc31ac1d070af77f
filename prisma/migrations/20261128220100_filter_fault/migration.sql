-- Why the packets of a VM are not filtered and limited as its record says; null when they are.
alter table host add column filter_fault text, add column filter_fault_at timestamptz(3);
create trigger filter_fault_at_made before insert on host for each row when (new.filter_fault is not null and new.filter_fault_at is null)
  execute function note_since('filter_fault_at');
create trigger filter_fault_at_begun before update of filter_fault on host for each row when (old.filter_fault is null and new.filter_fault is not null)
  execute function note_since('filter_fault_at');
create trigger filter_fault_at_over before update of filter_fault on host for each row when (old.filter_fault is not null and new.filter_fault is null)
  execute function forget_since('filter_fault_at');
create index own_host_unfiltered on host (id) where filter_fault is not null;
