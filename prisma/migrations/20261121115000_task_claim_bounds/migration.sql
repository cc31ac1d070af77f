-- Letting go of a key looked at every task there ever was; now it looks into the index. One call of the claim looks at each task once.

-- Lets the first of those who wait for each key try. Callers hold the lock of the claim: whoever has just been told to wait is seen here.
create or replace function task_unblock(p_keys text[]) returns int language sql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with u as (
    update task set blocked_on = null
     where id = any(array(
       select (select w.id from task w where w.blocked_on = k order by w.priority, w.id limit 1) from unnest(p_keys) k where k not like 'after:%'
       union all
       select w.id from unnest(p_keys) k join task w on w.blocked_on = k where k like 'after:%'))
    returning 1)
  select count(*)::int from u
$$;

-- What may run next. One claimer at a time: the statements after the lock see a fresh snapshot, and as the whole is one call, no client
-- that stops in the middle can hold the lock. Who must wait is marked with what for, and looked at again when that is given free.
-- A task that was called off before it ever ran touches nothing: it needs no lock and no turn.
-- Each is looked at once in a call, and so many in one call, that a crowd of newcomers does not hold everybody up.
-- Joins by hash or merge are off: statistics of a queue are always stale, and every check here is one look into an index.
create or replace function task_claim(p_worker text, p_free int, p_lease interval, p_names text[]) returns jsonb language plpgsql
  set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  c record;
  v_now timestamptz;
  v_key text;
  v_again boolean := true;
  v_ids int[] := '{}';
  v_seen int[] := '{}';
  v_rows jsonb;
  v_changes jsonb;
begin
  perform pg_advisory_xact_lock(7270, 3);
  v_now := clock_timestamp() + interval '1 millisecond';
  <<rounds>> while v_again loop
    v_again := false;
    for c in
      select t.id, t.started_at is null and (t.cancel_requested or t.outcome is not null) as idle
        from task t where t.status = 'created' and t.blocked_on is null and t.run_at <= v_now and t.name = any(p_names) and not t.id = any(v_seen)
       order by t.priority, t.id for no key update of t skip locked
    loop
      if cardinality(v_ids) >= p_free or cardinality(v_seen) >= 500 then
        perform pg_notify('task_wake', ''); -- there may be more: for whoever has hands free
        exit rounds;
      end if;
      v_seen := v_seen || c.id;
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
