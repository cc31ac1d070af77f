-- The end of a task is the end of its entry in the history of the machine.
create function task_history() returns trigger language plpgsql as $$
begin
  update host_history set state = new.status where task = new.id;
  return null;
end $$;
create trigger task_history after update of status on task for each row
  when (old.status is distinct from new.status and new.status in ('complete', 'failed', 'aborted')) execute function task_history();
