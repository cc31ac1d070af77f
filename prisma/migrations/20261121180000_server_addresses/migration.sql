-- CreateTable
CREATE TABLE "stock_item" (
    "id" SERIAL NOT NULL,
    "device_type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "warehouse_status" TEXT NOT NULL DEFAULT 'in_stock',
    "serial" TEXT NOT NULL DEFAULT '',
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "location_id" INTEGER,
    "place" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_item_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "stock_item_device_type_idx" ON "stock_item"("device_type");

-- CreateIndex
CREATE INDEX "stock_item_location_id_idx" ON "stock_item"("location_id");

alter table stock_item add foreign key (location_id) references location;
alter table stock_item add check (device_type in ('switch', 'pdu', 'ups', 'chassis', 'spare_part'));
alter table stock_item add check (warehouse_status in ('in_stock', 'reserved', 'in_repair', 'written_off'));
alter table stock_item add check (quantity >= 1 and (serial = '' or quantity = 1));
-- One thing lies in one place.
create unique index own_stock_item_serial on stock_item (device_type, lower(serial)) where serial <> '';

-- Addresses are given to servers as they are to machines: the same two functions, which now write whose server it is. `nets` keeps
-- to ranges of some networks, 0 being none.
drop function ip_allocate(int[], int, int, ip);
create function ip_allocate(pools int[], wanted_family int, number int, given ip, nets int[] default null)
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
     where i.family = wanted_family and (nets is null or coalesce(i.ipnet_id, 0) = any (nets)) order by p.place, i.first
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
                      cluster_interface, server_id, account_id, note)
        values (candidate, wanted_family, r.ippool_id, r.ipnet_id, r.id, given.domain, host(r.gateway), ip_mask(r.net, wanted_family),
                given.state, given.host_id, given.host_interface_id, given.cluster_interface, given.server_id,
                given.account_id, given.note)
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

create or replace function ip_claim(wanted inet, given ip) returns setof ip language plpgsql as $$
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
                    cluster_interface, server_id, account_id, note)
      values (wanted, wanted_family, r.ippool_id, n.id, r.id, given.domain, host(n.gateway), ip_mask(n.net, wanted_family), given.state,
              given.host_id, given.host_interface_id, given.cluster_interface, given.server_id,
              given.account_id, given.note)
      on conflict (ip_addr) do nothing returning *;
end $$;

-- Whoever releases an address asks which server has it as its main one.
create unique index own_server_main_ip on server (main_ip_id) where main_ip_id is not null;
