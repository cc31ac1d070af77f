-- Steps run side by side, so the one that began last need not be the one that failed: the record names the one whose words are its error.
create function task_failed_step() returns trigger language plpgsql as $$
begin
  new.step := coalesce(
    (select s.name from task_step s
      where s.task_id = new.id and s.state = 'failed' and s.name not like 'undo:%' and s.name not like 'settle:%' and s.name not like 'end:%'
      order by (s.output->>'message') is not distinct from new.error desc, s.ended_at limit 1), new.step);
  return new;
end $$;
create trigger task_failed_step before update of outcome on task for each row
  when (old.outcome is null and new.outcome = 'failed') execute function task_failed_step();
