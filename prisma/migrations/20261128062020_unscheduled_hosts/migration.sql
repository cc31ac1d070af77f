-- VMs that no schedule backs up and that have no backup are listed as problems as well.
alter table host_unprotected
  alter column promised_hours drop not null,
  drop constraint host_unprotected_state_check,
  add constraint host_unprotected_state_check check (state in ('late', 'no_backup', 'no_schedule')),
  add constraint host_unprotected_promised_check check ((state = 'no_schedule') = (promised_hours is null));
