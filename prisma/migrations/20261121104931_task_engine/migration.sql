-- DropIndex
DROP INDEX "task_lock_key_idx";

-- AlterTable
ALTER TABLE "task" ADD COLUMN     "after_any" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "outcome" TEXT;

-- AlterTable
ALTER TABLE "task_step" ADD COLUMN     "undo" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "task_lock" ADD COLUMN     "held" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "capacity" DROP NOT NULL,
ALTER COLUMN "capacity" DROP DEFAULT;

-- Locks wanted by a waiting task, in the order in which they get their turn; locks held. One holder of an exclusive key, whatever the code does.
create index own_task_lock_wanted on task_lock (key, priority, task_id) where not held and capacity is null;
create index own_task_lock_held on task_lock (key) where held;
create unique index own_task_lock_one on task_lock (key) where held and capacity is null;
create index own_task_ready on task (priority, id) where status = 'created';
create index own_task_run_at on task (run_at) where status = 'created';
create index own_task_running on task (id) where status = 'running';
create index own_task_after on task (after_id) where after_id is not null;
create index own_task_ended on task (ended_at) where ended_at is not null;
-- Steps and beats rewrite the row in place: no indexed column changes, and a page keeps room.
alter table task set (fillfactor = 70);
alter table task_step set (fillfactor = 70);
alter table task add check (outcome in ('complete', 'failed', 'aborted'));

create function task_wake() returns trigger language plpgsql as $$
begin
  perform pg_notify('task_wake', '');
  return null;
end $$;
create trigger task_wake_new after insert on task for each row when (new.status = 'created') execute function task_wake();
create trigger task_wake_again after update on task for each row
  when (new.status = 'created' and (old.status <> 'created' or old.run_at > new.run_at)) execute function task_wake();

-- The event that screens and clients hear of; see record_changes().
create function task_change(t task, p_event text) returns jsonb language sql stable as $$
  select jsonb_build_object('entity', 'task', 'entity_id', t.id, 'event', p_event, 'account_id', t.account_id,
    'data', jsonb_build_object('name', t.name, 'status', t.status, 'consul_id', t.consul_id, 'entity', t.entity, 'registry_id', t.registry_id,
      'percent', t.percent, 'message', t.message, 'error', t.error))
$$;

-- Locks, limits and the order per lock decide what may run next. One claimer at a time: the statements after the lock see a fresh
-- snapshot, and as the whole is one call, no client that stops in the middle can hold the lock.
-- A task that was called off before it ever ran touches nothing: it needs no lock and no turn.
-- Joins by hash or merge are off: statistics of a queue are always stale, and every check here is one look into an index.
create function task_claim(p_worker text, p_free int, p_lease interval, p_names text[]) returns jsonb language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  c record;
  v_now timestamptz;
  v_ids int[] := '{}';
  v_rows jsonb;
  v_changes jsonb;
begin
  perform pg_advisory_xact_lock(7270, 3);
  v_now := clock_timestamp() + interval '1 millisecond';
  for c in
    select t.id, t.started_at is null and (t.cancel_requested or t.outcome is not null) as idle
      from task t
     where t.status = 'created' and t.run_at <= v_now and t.name = any(p_names)
       and ((t.started_at is null and (t.cancel_requested or t.outcome is not null))
         or ((t.after_id is null or not exists (select from task p where p.id = t.after_id and p.ended_at is null))
           and not exists (
             select from task_lock l
              where l.task_id = t.id and not l.held
                and case when l.capacity is not null
                  then (select count(*) from task_lock h where h.key = l.key and h.held) >= l.capacity
                  else exists (select from task_lock h where h.key = l.key and h.held)
                    or exists (select from task_lock e join task w on w.id = e.task_id
                                where e.key = l.key and e.capacity is null and not e.held and (e.priority, e.task_id) < (l.priority, l.task_id)
                                  and w.status = 'created' and w.run_at <= v_now and w.outcome is null and not w.cancel_requested
                                  and (w.after_id is null or not exists (select from task p where p.id = w.after_id and p.ended_at is null)))
                  end)))
     order by t.priority, t.id
       for no key update of t skip locked
  loop
    if not c.idle then
      -- Limits may have been reached by a task of this very call.
      continue when exists (
        select from task_lock l where l.task_id = c.id and l.capacity is not null and not l.held
           and (select count(*) from task_lock h where h.key = l.key and h.held) >= l.capacity);
    end if;
    if cardinality(v_ids) >= p_free then
      perform pg_notify('task_wake', ''); -- there is more: for whoever has hands free
      exit;
    end if;
    v_ids := v_ids || c.id;
    if not c.idle then
      update task_lock set held = true where task_id = c.id and not held;
    end if;
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

-- The end of a task whose row the caller has locked: status, locks given back, those who waited for it called off. Answers the changes.
-- A dedupe key is free again afterwards, except a schedule's, which stands for its hour.
create function task_close(p_id int, p_status text, p_output jsonb, p_code text, p_error text) returns jsonb language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  t task;
  w task;
  v_changes jsonb;
begin
  update task set status = p_status, outcome = p_status, ended_at = clock_timestamp(), lease_until = null, worker = null,
         output = coalesce(p_output, output), error_code = p_code, error = p_error,
         percent = case p_status when 'complete' then 100 else percent end, step = case p_status when 'complete' then null else step end,
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

-- Every write of a running task: journal, progress, end. Each names (id, fence) and locks the row, so a worker that lost the task
-- gets the answer `fenced`. A row that somebody else's transaction holds is answered `locked` and tried again: it delays no other task.
create function task_write(p_ops jsonb) returns jsonb language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  o record;
  op jsonb;
  t task;
  s task_step;
  v_answer jsonb;
  v_answers jsonb := '{}';
  v_changes jsonb := '[]';
begin
  -- What only says that something began may be lost with the database; it is then begun again.
  if not exists (select from jsonb_array_elements(p_ops) x where x->>'op' not in ('begin', 'progress')) then
    perform set_config('synchronous_commit', 'off', true);
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
        update task_lock set held = false where task_id = t.id and capacity is not null;
        v_changes := v_changes || task_change(t, 'update');
      end if;
    elsif op->>'op' = 'outcome' then
      update task set outcome = op->>'status', output = nullif(op->'output', 'null'), error_code = op->>'code', error = op->>'error' where id = t.id;
      if op->>'status' <> 'complete' then
        update task_step set state = 'interrupted', ended_at = clock_timestamp() where task_id = t.id and state in ('running', 'retrying', 'waiting');
      end if;
    elsif op->>'op' = 'finish' then
      v_changes := v_changes || task_close(t.id, op->>'status', nullif(op->'output', 'null'), op->>'code', op->>'error');
    elsif op->>'op' = 'hand_back' then
      update task set status = 'created', fence = fence + 1, run_at = least(run_at, now()), lease_until = null, worker = null where id = t.id returning * into t;
      update task_lock set held = false where task_id = t.id and capacity is not null;
      v_changes := v_changes || task_change(t, 'update');
    else
      raise exception 'unknown task write %', op->>'op';
    end if;
    v_answers := v_answers || jsonb_build_object((o.n - 1)::text, v_answer);
  end loop;
  if v_changes <> '[]' then
    perform record_changes(v_changes);
  end if;
  return v_answers;
end $$;

-- Prolongs the leases of a worker's tasks: ok, cancel (goes on, but somebody called it off), locked (try again), lost.
create function task_beat(p_ids int[], p_fences int[], p_lease interval) returns table (id int, verdict text) language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
    with mine as (
      select t.id from unnest(p_ids, p_fences) x(i, f) join task t on t.id = x.i and t.fence = x.f and t.status = 'running' order by t.id
         for no key update of t skip locked),
    kept as (
      update task t set lease_until = clock_timestamp() + p_lease from mine where t.id = mine.id
      returning t.id, case when t.cancel_requested then 'cancel' else 'ok' end as verdict)
    select x.i, coalesce(k.verdict, case when t.id is null then 'lost' else 'locked' end)
      from unnest(p_ids, p_fences) x(i, f) left join kept k on k.id = x.i
      left join task t on t.id = x.i and t.fence = x.f and t.status = 'running';
end $$;

-- Takes back the tasks of dead workers. A task that has lost its worker too often is not run again but undone and settled; one whose
-- undoing loses its worker as often is closed as it is, and so is one that no worker has known for an hour. Answers how many.
create function task_sweep(p_recoveries int, p_names text[]) returns int language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  t task;
  n int := 0;
  v_changes jsonb := '[]';
begin
  for t in select * from task where status = 'running' and lease_until < clock_timestamp() order by id for no key update skip locked loop
    n := n + 1;
    if t.recoveries >= 2 * p_recoveries then
      v_changes := v_changes || task_close(t.id, case when t.outcome = 'aborted' then 'aborted' else 'failed' end, null, 'worker_lost',
        concat_ws('. ', t.error, 'The worker was lost again and again while the task was being wound up: check the object by hand'));
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
      update task_lock set held = false where task_id = t.id and capacity is not null;
      v_changes := v_changes || task_change(t, 'update');
    end if;
  end loop;
  for t in select * from task where status = 'created' and run_at < clock_timestamp() - interval '1 hour' and not name = any(p_names)
            for no key update skip locked loop
    n := n + 1;
    v_changes := v_changes || task_close(t.id, 'failed', null, 'internal', 'This version of the panel does not know this kind of task');
  end loop;
  if v_changes <> '[]' then
    perform record_changes(v_changes);
  end if;
  return n;
end $$;
