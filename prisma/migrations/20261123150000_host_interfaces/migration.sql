-- Interfaces of VMs that come and go while they live.
alter table host add column ip_automation text, add column network_waits text;
alter table host_interface add column cluster_interface integer, add column no_ip boolean not null default false,
  add column state text not null default 'ok';
alter table host add check (ip_automation in ('guest_agent', 'cloud_init', 'none'));
alter table host_interface add check (state in ('ok', 'creating', 'changing', 'deleting'));
alter table host_interface add check (cluster_interface in (0, 1));
alter table host_interface add check (not (dhcp and no_ip));
update host_interface set cluster_interface = 0 where is_main_network;

-- An IPv6 subnet that is given as a whole: `ip_addr` is its first address, and no other VM gets one in it.
alter table ip add column prefix inet;
alter table ip add check (prefix is null or (family = 10 and prefix >>= ip_addr));
alter table ip add constraint own_ip_prefix exclude using gist (prefix inet_ops with &&) where (prefix is not null);

-- An address in a subnet of another one counts as taken, like one that is in use.
create function ip_in_prefix() returns trigger language plpgsql as $$
begin
  if not exists (select from ip p where p.prefix >>= new.ip_addr and p.id <> new.id
                    and (p.host_id is null or p.host_id is distinct from new.host_id)) then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    raise unique_violation using message = 'the address lies in a subnet that is in use';
  end if;
  return null;
end $$;
create trigger ip_in_prefix before insert or update of ip_addr on ip for each row when (new.family = 10) execute function ip_in_prefix();

-- As before, passing over subnets in use: one holds more addresses than could be looked at.
create or replace function ip_restock(range_id int, seen inet, number int) returns boolean language plpgsql as $$
declare
  r iprange;
  edge inet;
  taken inet;
begin
  select * into r from iprange where id = range_id for no key update;
  if not found or r.frontier > seen then
    return found;
  end if;
  edge := r.frontier;
  if r.family = 10 then
    loop
      select host(broadcast(p.prefix))::inet into taken from ip p where p.prefix >>= edge limit 1;
      exit when not found;
      edge := case when taken >= r.last then r.last else taken end + 1;
      exit when edge > r.last;
    end loop;
    if edge > r.frontier then
      update iprange set frontier = edge where id = range_id;
      r.frontier := edge;
      if edge > r.last then
        return true;
      end if;
    end if;
  end if;
  edge := case when r.last - number < r.frontier then r.last + 1 else r.frontier + number end;
  insert into ip_free (iprange_id, ip_addr)
    select range_id, a from (select r.frontier + n as a from generate_series(0, edge - r.frontier - 1) n) x
     where not exists (select from ip where ip_addr = a) and not (r.family = 10 and exists (select from ip p where p.prefix >>= a))
    on conflict do nothing;
  update iprange set frontier = edge where id = range_id;
  return edge > seen;
end $$;

-- Gives the first free subnet of `bits` bits from ranges of the pools, the first pool's first; no row when there is none. Those of a
-- range are given one after another. Its first address is the one that is configured.
create function ip_allocate_prefix(pools int[], bits int, given ip, nets int[] default null) returns setof ip language plpgsql as $$
declare
  r record;
  candidate inet;
begin
  for r in
    select i.id, i.ippool_id, i.ipnet_id, i.first, i.last, n.net, n.gateway
      from unnest(pools) with ordinality as p(id, place)
      join iprange i on i.ippool_id = p.id left join ipnet n on n.id = i.ipnet_id
     where i.family = 10 and (nets is null or coalesce(i.ipnet_id, 0) = any (nets)) order by p.place, i.first
  loop
    -- Also against those that take an address by name.
    perform from iprange where id = r.id for update;
    loop
      -- The first subnet of the range, and those behind what is in use: one of these is the first free one.
      select c.net into candidate from (
          select ip_subnet_from(r.first, bits) as net
          union
          select ip_subnet_from(case when i.prefix is null then i.ip_addr else host(broadcast(i.prefix))::inet end + 1, bits)
            from ip i where i.ip_addr between r.first and r.last
          union
          select ip_subnet_from(host(r.gateway)::inet + 1, bits) where r.gateway is not null
        ) c
       where c.net is not null and host(c.net)::inet >= r.first and host(broadcast(c.net))::inet <= r.last
         and (r.gateway is null or not c.net >>= r.gateway)
         and not exists (select from ip i where i.ip_addr between host(c.net)::inet and host(broadcast(c.net))::inet)
         and not exists (select from ip i where i.prefix && c.net)
       order by c.net limit 1;
      exit when candidate is null;
      delete from ip_free where iprange_id = r.id and ip_addr between host(candidate)::inet and host(broadcast(candidate))::inet;
      -- Who had just taken one of them has ended by now.
      continue when exists (select from ip i where i.ip_addr between host(candidate)::inet and host(broadcast(candidate))::inet);
      return query
        insert into ip (ip_addr, family, ippool_id, ipnet_id, iprange_id, domain, gateway, mask, state, host_id, host_interface_id,
                        cluster_interface, server_id, account_id, note, prefix)
          values (host(candidate)::inet + 1, 10, r.ippool_id, r.ipnet_id, r.id, given.domain, host(r.gateway),
                  coalesce(masklen(r.net), bits)::text, given.state, given.host_id, given.host_interface_id, given.cluster_interface,
                  given.server_id, given.account_id, given.note, candidate)
          returning *;
      return;
    end loop;
  end loop;
end $$;

-- The first subnet of `bits` bits that begins at an address or behind it; null behind the last one.
create function ip_subnet_from(addr inet, bits int) returns inet language plpgsql immutable as $$
declare
  net inet := network(set_masklen(host(addr)::inet, bits));
begin
  if host(net)::inet = host(addr)::inet then
    return net;
  end if;
  return set_masklen(host(broadcast(net))::inet + 1, bits);
exception when numeric_value_out_of_range then
  return null;
end $$;
