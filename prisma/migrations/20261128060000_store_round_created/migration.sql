-- Since when something is kept in a place of backups: its first round is a day later.
alter table store_round add column created_at timestamptz(3) not null default current_timestamp;
