-- AlterTable
ALTER TABLE "ippool" ADD COLUMN     "is_public" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "ipnet" ADD COLUMN     "is_public" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "iprange" ADD COLUMN     "frontier" INET NOT NULL,
ADD COLUMN     "ipnet_id" INTEGER,
ADD COLUMN     "size" DECIMAL(40,0) NOT NULL;

-- CreateTable
CREATE TABLE "ip_free" (
    "ip_addr" INET NOT NULL,
    "iprange_id" INTEGER NOT NULL,

    CONSTRAINT "ip_free_pkey" PRIMARY KEY ("ip_addr")
);

-- CreateIndex
CREATE INDEX "ip_free_iprange_id_ip_addr_idx" ON "ip_free"("iprange_id", "ip_addr");

-- CreateIndex
CREATE INDEX "iprange_ipnet_id_idx" ON "iprange"("ipnet_id");

alter table ip add check (ip_addr = host(ip_addr)::inet), add check (family in (2, 10));
alter table ip add check (state in ('allocating', 'ok', 'allocation_fail', 'in_progress', 'fail', 'deleting'));
alter table ipnet add check (net = network(net)::inet), add check (family in (2, 10)), add check (gateway << net);
alter table iprange add check (first = host(first)::inet and last = host(last)::inet and family(first) = family(last) and first <= last);
alter table iprange add check (frontier >= first and size > 0);
alter table iprange add foreign key (ipnet_id) references ipnet;
alter table ip_free add foreign key (iprange_id) references iprange on delete cascade;

-- No two networks and no two ranges share an address, whoever makes them at the same moment.
create type inetrange as range (subtype = inet);
alter table ipnet add constraint ipnet_overlap exclude using gist (net inet_ops with &&);
alter table iprange add constraint iprange_overlap exclude using gist (inetrange(first, last, '[]') with &&);

create index own_ip_owner on ip (account_id, id);

-- Addresses of a network that are never given: its gateway and, when it reserves them, its own address and the broadcast address.
-- Point-to-point networks (RFC 3021, RFC 6164) have neither, IPv6 has no broadcast.
create function ipnet_reserved(net inet, gateway inet, need_reserve boolean) returns inet[] language sql immutable as $$
  select array_remove(array[
    host(gateway)::inet,
    case when need_reserve and masklen(net) < (case family(net) when 4 then 31 else 127 end) then host(net)::inet end,
    case when need_reserve and family(net) = 4 and masklen(net) < 31 then host(broadcast(net))::inet end], null)
$$;

-- Mask as address records spell it: dotted for IPv4, the prefix length for IPv6. Without a network the address stands alone.
create function ip_mask(net inet, family int) returns text language sql immutable as $$
  select case when family = 2 then coalesce(host(netmask(net)), '255.255.255.255') else coalesce(masklen(net), 128)::text end
$$;

-- The next free address of a range, or null when there is none. Never waits for another transaction: what others are about
-- to take is passed over, as SKIP LOCKED does with rows. An address without a row has nothing to lock, so an advisory lock stands
-- for it until the transaction ends.
create function ip_next(range_id int, first_free inet, last_free inet, reserved inet[]) returns inet language plpgsql as $$
declare
  candidate inet := first_free;
  used inet[];
  stop inet;
begin
  -- Released addresses first.
  delete from ip_free where ip_addr = (
    select ip_addr from ip_free where iprange_id = range_id and ip_addr <> all (reserved) order by ip_addr limit 1 for update skip locked)
    returning ip_addr into stop;
  if found then
    return stop;
  end if;
  -- Then the first gap from the frontier on; the frontier follows the used ones, so few stand in the way.
  while candidate <= last_free loop
    used := array(select ip_addr from ip where ip_addr between candidate and last_free order by ip_addr limit 64);
    if cardinality(used) < 64 then
      used := used || (last_free + 1);
    end if;
    foreach stop in array used loop
      while candidate < stop loop
        if candidate <> all (reserved) and pg_try_advisory_xact_lock(hashinetextended(candidate, 7270))
           and not exists (select from ip where ip_addr = candidate) then
          return candidate;
        end if;
        candidate := candidate + 1;
      end loop;
      candidate := stop + 1;
    end loop;
  end loop;
  return null;
end $$;

-- Moves the frontier of a range behind the addresses that are used without a gap, and answers it; null while somebody else
-- holds the range.
create function ip_advance(range_id int, reserved inet[]) returns inet language plpgsql as $$
declare
  r iprange;
  edge inet;
  used inet;
begin
  select * into r from iprange where id = range_id for no key update skip locked;
  if not found then
    return null;
  end if;
  edge := r.frontier;
  for used in select ip_addr from ip where ip_addr between r.frontier and r.last order by ip_addr limit 4096 loop
    while edge < used and edge = any (reserved) loop
      edge := edge + 1;
    end loop;
    exit when used <> edge;
    edge := edge + 1;
  end loop;
  -- A reserved address that is passed over can be given should it ever cease to be reserved.
  insert into ip_free select a, range_id from unnest(reserved) a where a >= r.frontier and a < edge
    and not exists (select from ip where ip_addr = a) on conflict do nothing;
  update iprange set frontier = edge where id = range_id;
  return edge;
end $$;

-- Gives up to `number` free addresses of the pools, the first pool's first; the caller counts what it got.
create function ip_allocate(pools int[], wanted_family int, number int, given ip) returns setof ip language plpgsql as $$
declare
  r record;
  candidate inet;
  got ip;
  missing int := number;
begin
  for r in
    select i.id, i.ippool_id, i.ipnet_id, i.first, i.last, i.frontier, n.net, n.gateway,
           coalesce(ipnet_reserved(n.net, n.gateway, n.need_reserve), '{}') as reserved
      from unnest(pools) with ordinality as p(id, place)
      join iprange i on i.ippool_id = p.id left join ipnet n on n.id = i.ipnet_id
     where i.family = wanted_family order by p.place, i.first
  loop
    while missing > 0 loop
      candidate := ip_next(r.id, r.frontier, r.last, r.reserved);
      exit when candidate is null;
      insert into ip (ip_addr, family, ippool_id, ipnet_id, iprange_id, domain, gateway, mask, state, host_id, host_interface_id,
                      cluster_interface, account_id, note)
        values (candidate, wanted_family, r.ippool_id, r.ipnet_id, r.id, given.domain, host(r.gateway), ip_mask(r.net, wanted_family), given.state,
                given.host_id, given.host_interface_id, given.cluster_interface, given.account_id, given.note)
        on conflict (ip_addr) do nothing returning * into got;
      if found then
        missing := missing - 1;
        return next got;
      end if;
      if candidate - r.frontier >= 32 then
        r.frontier := coalesce(ip_advance(r.id, r.reserved), r.frontier);
      end if;
    end loop;
    exit when missing = 0;
  end loop;
end $$;

-- Takes one named address, in or outside of the ranges; null when it is used. Waits for whoever is just taking or releasing it.
create function ip_claim(wanted inet, given ip) returns ip language plpgsql as $$
declare
  got ip;
begin
  perform pg_advisory_xact_lock(hashinetextended(wanted, 7270));
  delete from ip_free where ip_addr = wanted;
  insert into ip (ip_addr, family, ippool_id, ipnet_id, iprange_id, domain, gateway, mask, state, host_id, host_interface_id,
                  cluster_interface, account_id, note)
    select wanted, case family(wanted) when 4 then 2 else 10 end, i.ippool_id, n.id, i.id, given.domain, host(n.gateway),
           ip_mask(n.net, case family(wanted) when 4 then 2 else 10 end), given.state, given.host_id, given.host_interface_id,
           given.cluster_interface, given.account_id, given.note
      from (select) one
      left join ipnet n on n.net >>= wanted
      left join iprange i on inetrange(i.first, i.last, '[]') @> wanted
    on conflict (ip_addr) do nothing returning * into got;
  return got;
end $$;

-- Gives addresses back. The share lock keeps the frontier from passing them unseen.
create function ip_release(ids int[]) returns setof ip language plpgsql as $$
begin
  perform from iprange where id in (select iprange_id from ip where id = any (ids)) order by id for share;
  return query
    with gone as (delete from ip where id = any (ids) returning *),
         free as (insert into ip_free select g.ip_addr, i.id from gone g join iprange i on i.id = g.iprange_id and g.ip_addr < i.frontier
                    on conflict do nothing)
    select * from gone order by id;
end $$;
