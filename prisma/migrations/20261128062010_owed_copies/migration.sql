-- Copies that could not be written stay owed until their location is back.
alter table backup_copy
  add column owed_since timestamptz(3),
  add column owed_because text,
  add column owed_tries integer not null default 0,
  add column tried_at timestamptz(3),
  drop constraint backup_copy_state_check,
  add constraint backup_copy_state_check check (state in ('creating', 'active', 'removing', 'owed')),
  add constraint backup_copy_owed_check check ((state = 'owed') <= (owed_since is not null));
create index own_backup_copy_owed on backup_copy (id) where state = 'owed';
