-- Named lists of addresses and networks that packet rules of VMs take as their other side.
CREATE TABLE "address_group" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "members" TEXT[],
    "account_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "address_group_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "address_group_account_id_idx" ON "address_group"("account_id");

alter table address_group add foreign key (account_id) references account (id) on delete cascade;
-- An empty list would read as "anywhere" somewhere.
alter table address_group add constraint address_group_members check (coalesce(cardinality(members), 0) between 1 and 256);
create unique index own_address_group_name on address_group (coalesce(account_id, 0), name);
create index own_address_group_name_search on address_group using gin (name gin_trgm_ops);
create index own_address_group_note_search on address_group using gin (note gin_trgm_ops);

-- Which VMs name a group: rules are a list of PacketRule, each with its `group`.
create index own_host_packet_rules on host using gin (packet_rules jsonb_path_ops) where packet_rules <> '[]';

-- Whatever writes rules of a VM, the groups in them are there and stay as long.
create function host_holds_address_groups() returns trigger language plpgsql as $$
declare
  wanted int[] := array(select distinct (one ->> 'group')::int from jsonb_array_elements(new.packet_rules) one where one ->> 'group' is not null);
  held int;
begin
  with found as (select id from address_group where id = any(wanted) order by id for key share)
  select count(*) into held from found;
  if held < cardinality(wanted) then
    raise foreign_key_violation using message = 'packet_rules of a VM name a group of addresses that does not exist',
      constraint = 'host_packet_rules_group', table = 'host';
  end if;
  return new;
end $$;
create trigger host_holds_address_groups before insert or update of packet_rules on host
  for each row when (new.packet_rules <> '[]') execute function host_holds_address_groups();
