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
    "iprange_id" INTEGER NOT NULL,
    "ip_addr" INET NOT NULL,

    CONSTRAINT "ip_free_pkey" PRIMARY KEY ("iprange_id","ip_addr")
);

-- DropIndex
DROP INDEX "ip_ipnet_id_idx";

-- DropIndex
DROP INDEX "ip_iprange_id_idx";

-- CreateIndex
CREATE INDEX "iprange_ipnet_id_idx" ON "iprange"("ipnet_id");

alter table ip add check (ip_addr = host(ip_addr)::inet), add check (family in (2, 10));
alter table ip add check (state in ('allocating', 'ok', 'allocation_fail', 'in_progress', 'fail', 'deleting'));
alter table ipnet add check (net = network(net)::inet), add check (family in (2, 10)), add check (gateway << net);
alter table iprange add check (first = host(first)::inet and last = host(last)::inet and family(first) = family(last) and first <= last);
alter table iprange add check (frontier >= first and size > 0);
alter table iprange add foreign key (ipnet_id) references ipnet;
alter table ip_free add foreign key (iprange_id) references iprange;
alter table ip drop constraint ip_ippool_id_fkey, drop constraint ip_ipnet_id_fkey, drop constraint ip_iprange_id_fkey;

-- No two networks and no two ranges share an address, whoever makes them at the same moment.
create type inetrange as range (subtype = inet);
alter table ipnet add constraint ipnet_overlap exclude using gist (net inet_ops with &&);
alter table iprange add constraint iprange_overlap exclude using gist (inetrange(first, last, '[]') with &&);

create index own_ip_owner on ip (account_id, id);

-- Counting addresses is cheap beside what the bookkeeping of their number costs each writer (measured: half of the rate).
drop trigger rows_inserted on ip;
drop trigger rows_deleted on ip;
drop trigger rows_truncated on ip;
delete from row_count where name = 'ip';

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

-- Brings the next free addresses of a range into stock, in a short transaction of its own. Answers whether there is more in stock
-- than when its frontier was `seen`.
create function ip_restock(range_id int, seen inet, number int) returns boolean language plpgsql as $$
declare
  r iprange;
  edge inet;
begin
  select * into r from iprange where id = range_id for no key update;
  if not found or r.frontier > seen then
    return found;
  end if;
  edge := case when r.last - number < r.frontier then r.last + 1 else r.frontier + number end;
  insert into ip_free (iprange_id, ip_addr)
    select range_id, a from (select r.frontier + n as a from generate_series(0, edge - r.frontier - 1) n) x
     where not exists (select from ip where ip_addr = a) on conflict do nothing;
  update iprange set frontier = edge where id = range_id;
  return edge > r.frontier;
end $$;

-- Gives up to `number` free addresses of the pools, the first pool's first. Never waits for another transaction: what others are
-- just taking is passed over. `restock` names a range whose stock runs low, or with no address beside it one whose stock is out:
-- then it ends early, and has to be called again after ip_restock.
create function ip_allocate(pools int[], wanted_family int, number int, given ip)
  returns table (got ip, prefix int, restock int, seen inet) language plpgsql as $$
declare
  r record;
  candidate inet;
  missing int := number;
begin
  for r in
    select i.id, i.ippool_id, i.ipnet_id, i.frontier, i.frontier <= i.last as has_more, n.net, n.gateway,
           coalesce(ipnet_reserved(n.net, n.gateway, n.need_reserve), '{}') as reserved
      from unnest(pools) with ordinality as p(id, place)
      join iprange i on i.ippool_id = p.id left join ipnet n on n.id = i.ipnet_id
     where i.family = wanted_family order by p.place, i.first
  loop
    while missing > 0 loop
      delete from ip_free where iprange_id = r.id and ip_addr = (
        select ip_addr from ip_free where iprange_id = r.id and ip_addr <> all (r.reserved) order by ip_addr limit 1 for update skip locked)
        returning ip_addr into candidate;
      if not found then
        if r.has_more then
          return query select null::ip, null::int, r.id, r.frontier;
          return;
        end if;
        exit;
      end if;
      insert into ip (ip_addr, family, ippool_id, ipnet_id, iprange_id, domain, gateway, mask, state, host_id, host_interface_id,
                      cluster_interface, account_id, note)
        values (candidate, wanted_family, r.ippool_id, r.ipnet_id, r.id, given.domain, host(r.gateway), ip_mask(r.net, wanted_family),
                given.state, given.host_id, given.host_interface_id, given.cluster_interface, given.account_id, given.note)
        on conflict (ip_addr) do nothing returning * into got;
      if found then
        missing := missing - 1;
        prefix := masklen(coalesce(r.net, candidate));
        restock := case when r.has_more and candidate >= r.frontier - 64 then r.id end;
        seen := r.frontier;
        return next;
      end if;
    end loop;
    exit when missing = 0;
  end loop;
end $$;

-- Takes one named address, in or outside of the ranges; no row when it is used. Waits for whoever is just taking it.
create function ip_claim(wanted inet, given ip) returns setof ip language plpgsql as $$
declare
  wanted_family int := case family(wanted) when 4 then 2 else 10 end;
  n ipnet;
  r iprange;
begin
  select * into n from ipnet where net >>= wanted for key share;
  select * into r from iprange where inetrange(first, last, '[]') @> wanted for key share;
  delete from ip_free where iprange_id = r.id and ip_addr = wanted;
  return query
    insert into ip (ip_addr, family, ippool_id, ipnet_id, iprange_id, domain, gateway, mask, state, host_id, host_interface_id,
                    cluster_interface, account_id, note)
      values (wanted, wanted_family, r.ippool_id, n.id, r.id, given.domain, host(n.gateway), ip_mask(n.net, wanted_family), given.state,
              given.host_id, given.host_interface_id, given.cluster_interface, given.account_id, given.note)
      on conflict (ip_addr) do nothing returning *;
end $$;

-- Gives addresses back into the stock of their range.
create function ip_release(ids int[]) returns setof ip language sql as $$
  with gone as (delete from ip where id = any (ids) returning *),
       free as (insert into ip_free (iprange_id, ip_addr) select iprange_id, ip_addr from gone where iprange_id is not null on conflict do nothing)
  select * from gone order by id
$$;

-- Puts another address in the place of one in use; null when that is used. The old one goes into the stock of its range.
create function ip_move(address_id int, wanted inet) returns int language plpgsql as $$
declare
  old ip;
  n ipnet;
  r iprange;
begin
  select * into old from ip where id = address_id for update;
  select * into n from ipnet where net >>= wanted for key share;
  select * into r from iprange where inetrange(first, last, '[]') @> wanted for key share;
  delete from ip_free where iprange_id = r.id and ip_addr = wanted;
  if exists (select from ip where ip_addr = wanted) then
    return null;
  end if;
  update ip set ip_addr = wanted, ippool_id = r.ippool_id, iprange_id = r.id, ipnet_id = n.id, gateway = host(n.gateway), mask = ip_mask(n.net, family)
    where id = address_id;
  if old.iprange_id is not null then
    insert into ip_free (iprange_id, ip_addr) values (old.iprange_id, old.ip_addr) on conflict do nothing;
  end if;
  return address_id;
exception when unique_violation then
  return null;
end $$;

-- Addresses in use keep their range and network. No foreign keys: each would lock the one row that all writers share with every
-- address given. Whoever is giving an address of a range holds a row of its stock, so emptying the stock waits for him.
create function iprange_unused() returns trigger language plpgsql as $$
begin
  delete from ip_free where iprange_id = old.id;
  if exists (select from ip where ip_addr between old.first and old.last and iprange_id = old.id) then
    raise foreign_key_violation using message = 'addresses of the range are in use', constraint = 'ip_iprange_id_fkey';
  end if;
  return old;
end $$;
create trigger iprange_unused before delete on iprange for each row execute function iprange_unused();

create function ipnet_unused() returns trigger language plpgsql as $$
begin
  if exists (select from ip where ip_addr between host(old.net)::inet and host(broadcast(old.net))::inet and ipnet_id = old.id) then
    raise foreign_key_violation using message = 'addresses of the network are in use', constraint = 'ip_ipnet_id_fkey';
  end if;
  return old;
end $$;
create trigger ipnet_unused before delete on ipnet for each row execute function ipnet_unused();
