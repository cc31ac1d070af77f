-- A task that came to its end no longer says what it did last: "Starting" beside "Finished" reads as a contradiction.
create or replace function task_close(p_id int, p_status text, p_output jsonb, p_code text, p_error text) returns jsonb language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  t task;
  w task;
  v_changes jsonb;
begin
  update task set status = p_status, outcome = p_status, ended_at = clock_timestamp(), lease_until = null, worker = null,
         output = coalesce(p_output, output), error_code = p_code, error = p_error,
         percent = case p_status when 'complete' then 100 else percent end, step = case p_status when 'complete' then null else step end,
         -- What it was doing last is of use only where it did not come to its end.
         message = case p_status when 'complete' then null else message end,
         dedupe_key = case when dedupe_key like 'cron:%' then dedupe_key end
   where id = p_id returning * into t;
  delete from task_lock where task_id = p_id;
  v_changes := jsonb_build_array(task_change(t, 'update'));
  if p_status <> 'complete' then
    for w in
      update task set outcome = 'aborted', status = 'created', run_at = least(run_at, now()), error_code = 'predecessor',
             error = format('Not started: task %s (%s) before it %s', t.id, t.name, case p_status when 'failed' then 'failed' else 'was aborted' end)
       where after_id = p_id and not after_any and status in ('created', 'deferred') and outcome is null returning *
    loop
      v_changes := v_changes || task_change(w, 'update');
    end loop;
  end if;
  return v_changes;
end $$;

update task set message = null where status = 'complete' and message is not null;
