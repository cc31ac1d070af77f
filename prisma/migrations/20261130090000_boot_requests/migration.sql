-- How many DHCP requests of a minute the server of a location answered, and how many it did not, for the last hour.
create table location_dhcp_minute (
  location_id integer not null references location (id) on delete cascade,
  at timestamptz(3) not null,
  answered integer not null,
  unanswered integer not null,
  constraint location_dhcp_minute_pkey primary key (location_id, at)
);
