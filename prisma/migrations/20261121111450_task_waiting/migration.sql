-- AlterTable
ALTER TABLE "task" ADD COLUMN     "blocked_on" TEXT;

-- Who must wait is marked with what for and not looked at again until that is given free: the claim costs what it hands out, however
-- long the queue is.
drop index own_task_ready;
create index own_task_ready on task (priority, id) where status = 'created' and blocked_on is null;
create index own_task_blocked on task (blocked_on, priority, id) where blocked_on is not null;
drop function task_close(int, text, jsonb, text, text);

-- What a waiting task waits for: its predecessor, a key that another holds, a key on which an older one has its turn, a limit that is
-- reached. Null when it may run.
create or replace function task_obstacle(p_id int, p_now timestamptz) returns text language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_key text;
begin
  select 'after:' || p.id into v_key from task t join task p on p.id = t.after_id where t.id = p_id and p.ended_at is null;
  if found then
    return v_key;
  end if;
  select l.key into v_key from task_lock l
   where l.task_id = p_id and not l.held
     and case when l.capacity is not null
       then (select count(*) from task_lock h where h.key = l.key and h.held) >= l.capacity
       else exists (select from task_lock h where h.key = l.key and h.held)
         or exists (select from task_lock e join task w on w.id = e.task_id
                     where e.key = l.key and e.capacity is null and not e.held and (e.priority, e.task_id) < (l.priority, l.task_id)
                       and w.status = 'created' and w.run_at <= p_now and w.outcome is null and not w.cancel_requested
                       and (w.after_id is null or not exists (select from task p where p.id = w.after_id and p.ended_at is null)))
       end
   order by l.capacity nulls first, l.key limit 1;
  return v_key;
end $$;

-- Lets the first of those who wait for each key try. Callers hold the lock of the claim: whoever has just been told to wait is seen here.
create or replace function task_unblock(p_keys text[]) returns int language sql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with u as (
    update task set blocked_on = null
     where id in (select (select w.id from task w where w.blocked_on = k order by w.priority, w.id limit 1) from unnest(p_keys) k where k not like 'after:%')
        or blocked_on in (select k from unnest(p_keys) k where k like 'after:%')
    returning 1)
  select count(*)::int from u
$$;

-- What may run next. One claimer at a time: the statements after the lock see a fresh snapshot, and as the whole is one call, no client
-- that stops in the middle can hold the lock. Who must wait is marked with what for, and looked at again when that is given free.
-- A task that was called off before it ever ran touches nothing: it needs no lock and no turn.
-- Joins by hash or merge are off: statistics of a queue are always stale, and every check here is one look into an index.
create or replace function task_claim(p_worker text, p_free int, p_lease interval, p_names text[]) returns jsonb language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  c record;
  v_now timestamptz;
  v_key text;
  v_again boolean := true;
  v_ids int[] := '{}';
  v_rows jsonb;
  v_changes jsonb;
begin
  perform pg_advisory_xact_lock(7270, 3);
  v_now := clock_timestamp() + interval '1 millisecond';
  <<rounds>> while v_again loop
    v_again := false;
    for c in
      select t.id, t.started_at is null and (t.cancel_requested or t.outcome is not null) as idle
        from task t where t.status = 'created' and t.blocked_on is null and t.run_at <= v_now and t.name = any(p_names) and not t.id = any(v_ids)
       order by t.priority, t.id for no key update of t skip locked
    loop
      if not c.idle then
        v_key := task_obstacle(c.id, v_now);
        if v_key is not null then
          update task set blocked_on = v_key where id = c.id;
          -- What is free of its limits is somebody else's chance.
          v_again := task_unblock(array(select l.key from task_lock l where l.task_id = c.id and l.capacity is not null and l.key <> v_key
                       and (select count(*) from task_lock h where h.key = l.key and h.held) < l.capacity)) > 0 or v_again;
          continue;
        end if;
      end if;
      if cardinality(v_ids) >= p_free then
        perform pg_notify('task_wake', ''); -- there is more: for whoever has hands free
        exit rounds;
      end if;
      v_ids := v_ids || c.id;
      if not c.idle then
        update task_lock set held = true where task_id = c.id and not held;
      end if;
    end loop;
  end loop;
  if cardinality(v_ids) > 0 then
    with u as (
      update task t set status = 'running', fence = fence + 1, worker = p_worker, lease_until = clock_timestamp() + p_lease,
             started_at = case when t.started_at is null and (t.cancel_requested or t.outcome is not null) then null else coalesce(t.started_at, clock_timestamp()) end
       where id = any(v_ids) returning t.*)
    select jsonb_agg(jsonb_build_object('id', u.id, 'consul_id', u.consul_id, 'name', u.name, 'input', u.input, 'fence', u.fence,
             'registry_id', u.registry_id, 'entity', u.entity, 'account_id', u.account_id, 'cancel_requested', u.cancel_requested,
             'outcome', u.outcome, 'output', u.output, 'error', u.error, 'error_code', u.error_code,
             'age_ms', extract(epoch from clock_timestamp() - u.started_at) * 1000) order by u.priority, u.id),
           jsonb_agg(task_change(u, 'update') order by u.id)
      into v_rows, v_changes from u;
    perform record_changes(v_changes);
  end if;
  return jsonb_build_object('tasks', coalesce(v_rows, '[]'), 'next_ms',
    (select extract(epoch from min(t.run_at) - clock_timestamp()) * 1000 from task t where t.status = 'created' and t.run_at > v_now));
end $$;

-- The end of tasks [{id, status, output, code, error}] whose rows the caller has locked, as well as the claim: status, locks given back,
-- those who waited for a task that did not complete called off. Answers the changes.
-- A dedupe key is free again afterwards, except a schedule's, which stands for its hour.
create or replace function task_close(p_ends jsonb) returns jsonb language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_ids int[];
  v_keys text[];
  v_changes jsonb;
  v_off jsonb;
begin
  with u as (
    update task t set status = e.status, outcome = e.status, ended_at = clock_timestamp(), lease_until = null, worker = null,
           output = coalesce(e.output, t.output), error_code = e.code, error = e.error,
           percent = case e.status when 'complete' then 100 else t.percent end, step = case e.status when 'complete' then null else t.step end,
           dedupe_key = case when t.dedupe_key like 'cron:%' then t.dedupe_key end
      from jsonb_to_recordset(p_ends) e(id int, status text, output jsonb, code text, error text)
     where t.id = e.id returning t.*)
  select array_agg(u.id), jsonb_agg(task_change(u, 'update') order by u.id) into v_ids, v_changes from u;
  with gone as (delete from task_lock where task_id = any(v_ids) returning key) select array_agg(key) into v_keys from gone;
  with u as (
    update task w set outcome = 'aborted', status = 'created', blocked_on = null, run_at = least(w.run_at, now()), error_code = 'predecessor',
           error = format('Not started: task %s (%s) before it %s', t.id, t.name, case t.status when 'failed' then 'failed' else 'was aborted' end)
      from task t where w.after_id = any(v_ids) and t.id = w.after_id and t.status <> 'complete' and not w.after_any
       and w.status in ('created', 'deferred') and w.outcome is null returning w.*)
  select jsonb_agg(task_change(u, 'update') order by u.id) into v_off from u;
  perform task_unblock(v_keys || array(select 'after:' || w.after_id from task w where w.after_id = any(v_ids)));
  return v_changes || coalesce(v_off, '[]');
end $$;

-- Gives back a task's places in limits, as it pauses; exclusive keys stay with it. The caller holds the lock of the claim.
create or replace function task_pause(p_id int) returns int language sql as $$
  with freed as (update task_lock set held = false where task_id = p_id and held and capacity is not null returning key)
  select task_unblock(array(select key from freed))
$$;

-- Every write of a running task: journal, progress, end. Each names (id, fence) and locks the row, so a worker that lost the task
-- gets the answer `fenced`. A row that somebody else's transaction holds is answered `locked` and tried again: it delays no other task.
create or replace function task_write(p_ops jsonb) returns jsonb language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  o record;
  op jsonb;
  t task;
  s task_step;
  v_answer jsonb;
  v_answers jsonb := '{}';
  v_ends jsonb := '[]';
  v_changes jsonb := '[]';
begin
  -- What only says that something began may be lost with the database; it is then begun again.
  if not exists (select from jsonb_array_elements(p_ops) x where x->>'op' not in ('begin', 'progress')) then
    perform set_config('synchronous_commit', 'off', true);
  elsif exists (select from jsonb_array_elements(p_ops) x where x->>'op' in ('finish', 'sleep', 'hand_back')) then
    perform pg_advisory_xact_lock(7270, 3);
  end if;
  for o in select x.value, x.n from jsonb_array_elements(p_ops) with ordinality as x(value, n) order by (x.value->>'id')::int, x.n loop
    op := o.value;
    v_answer := '{"verdict": "ok"}';
    select * into t from task where id = (op->>'id')::int and fence = (op->>'fence')::int and status = 'running' for no key update skip locked;
    if not found then
      v_answer := jsonb_build_object('verdict', case
        when exists (select from task where id = (op->>'id')::int and fence = (op->>'fence')::int and status = 'running') then 'locked'
        when op->>'op' = 'finish' and exists (select from task where id = (op->>'id')::int and fence = (op->>'fence')::int and status = op->>'status') then 'ok'
        else 'fenced' end);
    elsif op->>'op' = 'begin' then
      insert into task_step as p (task_id, name, ord, state, undo, started_at)
        values (t.id, op->>'name', (op->>'ord')::int, 'running', coalesce((op->>'undo')::boolean, false), clock_timestamp())
        on conflict (task_id, name) do update
           set attempt = p.attempt + 1, state = 'running', started_at = clock_timestamp(), ended_at = null, undo = excluded.undo
         where p.state <> 'done' and (p.state <> 'failed' or (op->>'again')::boolean)
      returning * into s;
      if found then
        -- Afterwards the record names the step that failed.
        update task set step = s.name where id = t.id and outcome is null and step is distinct from s.name;
      else
        select * into s from task_step where task_id = t.id and name = op->>'name';
      end if;
      v_answer := jsonb_build_object('verdict', 'ok', 'state', s.state, 'attempt', s.attempt, 'output', s.output, 'error', s.error);
    elsif op->>'op' = 'end' then
      update task_step set state = op->>'state', output = nullif(op->'output', 'null'), error = op->>'error', ended_at = clock_timestamp()
       where task_id = t.id and name = op->>'name';
    elsif op->>'op' = 'progress' then
      if op ? 'percent' then
        update task set percent = (op->>'percent')::int, message = coalesce(op->>'message', message) where id = t.id;
      end if;
      perform pg_notify('task_progress', t.id::text);
    elsif op->>'op' = 'sleep' then
      insert into task_step as p (task_id, name, ord, state, output)
        values (t.id, op->>'name', (op->>'ord')::int, 'waiting', to_jsonb(clock_timestamp() + (op->>'ms')::float8 * interval '1 millisecond'))
        on conflict (task_id, name) do update
           set state = case when (p.output #>> '{}')::timestamptz <= clock_timestamp() + interval '1 millisecond' then 'done' else p.state end, ended_at = clock_timestamp()
      returning * into s;
      v_answer := jsonb_build_object('verdict', 'ok', 'state', s.state);
      if s.state <> 'done' then
        update task set status = 'created', run_at = (s.output #>> '{}')::timestamptz, lease_until = null, worker = null, step = s.name
         where id = t.id returning * into t;
        perform task_pause(t.id);
        v_changes := v_changes || task_change(t, 'update');
      end if;
    elsif op->>'op' = 'outcome' then
      update task set outcome = op->>'status', output = nullif(op->'output', 'null'), error_code = op->>'code', error = op->>'error' where id = t.id;
      if op->>'status' <> 'complete' then
        update task_step set state = 'interrupted', ended_at = clock_timestamp() where task_id = t.id and state in ('running', 'retrying', 'waiting');
      end if;
    elsif op->>'op' = 'finish' then
      v_ends := v_ends || op;
    elsif op->>'op' = 'hand_back' then
      update task set status = 'created', fence = fence + 1, run_at = least(run_at, now()), lease_until = null, worker = null where id = t.id returning * into t;
      perform task_pause(t.id);
      v_changes := v_changes || task_change(t, 'update');
    else
      raise exception 'unknown task write %', op->>'op';
    end if;
    v_answers := v_answers || jsonb_build_object((o.n - 1)::text, v_answer);
  end loop;
  if v_ends <> '[]' then
    v_changes := v_changes || task_close(v_ends);
  end if;
  if v_changes <> '[]' then
    perform record_changes(v_changes);
  end if;
  return v_answers;
end $$;

-- Takes back the tasks of dead workers. A task that has lost its worker too often is not run again but undone and settled; one whose
-- undoing loses its worker as often is closed as it is, and so is one that no worker has known for an hour. Answers how many.
create or replace function task_sweep(p_recoveries int, p_names text[]) returns int language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  t task;
  n int := 0;
  v_key text := '';
  v_changes jsonb := '[]';
begin
  perform pg_advisory_xact_lock(7270, 3);
  for t in select * from task where status = 'running' and lease_until < clock_timestamp() order by id for no key update skip locked loop
    n := n + 1;
    if t.recoveries >= 2 * p_recoveries then
      v_changes := v_changes || task_close(jsonb_build_array(jsonb_build_object('id', t.id, 'code', 'worker_lost',
        'status', case when t.outcome = 'aborted' then 'aborted' else 'failed' end,
        'error', concat_ws('. ', t.error, 'The worker was lost again and again while the task was being wound up: check the object by hand'))));
    else
      update task set status = 'created', fence = fence + 1, recoveries = recoveries + 1, run_at = least(run_at, now()), lease_until = null, worker = null,
             outcome = case when outcome is null and recoveries >= p_recoveries then 'failed' else outcome end,
             error_code = case when outcome is null and recoveries >= p_recoveries then 'worker_lost' else error_code end,
             error = case when outcome is null and recoveries >= p_recoveries
               then format('The worker was lost %s times while the task ran%s', recoveries + 1, ', the last time in step ' || step) else error end
       where id = t.id returning * into t;
      if t.outcome is not null then
        update task_step set state = 'interrupted', ended_at = clock_timestamp() where task_id = t.id and state in ('running', 'retrying', 'waiting');
      end if;
      perform task_pause(t.id);
      v_changes := v_changes || task_change(t, 'update');
    end if;
  end loop;
  for t in select * from task where status = 'created' and run_at < clock_timestamp() - interval '1 hour' and not name = any(p_names)
            for no key update skip locked loop
    n := n + 1;
    v_changes := v_changes || task_close(jsonb_build_array(jsonb_build_object('id', t.id, 'status', 'failed', 'code', 'internal',
      'error', 'This version of the panel does not know this kind of task')));
  end loop;
  -- Nobody waits for nothing, whatever happened: the first in every queue tries now and then.
  loop
    select min(blocked_on) into v_key from task where blocked_on > v_key;
    exit when v_key is null;
    update task set blocked_on = null
     where id = (select id from task where blocked_on = v_key order by priority, id limit 1) and task_obstacle(id, clock_timestamp()) is distinct from v_key;
  end loop;
  if v_changes <> '[]' then
    perform record_changes(v_changes);
  end if;
  return n;
end $$;
