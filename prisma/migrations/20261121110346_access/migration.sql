-- AlterTable
ALTER TABLE "session" ADD COLUMN     "addresses" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "sign_in_key" ADD COLUMN     "confirmed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sign_in_failure" DROP COLUMN "first_at";

-- An address is one account, however it is written.
create unique index own_account_email on account (lower(email));
alter table account add check (cardinality(roles) > 0);
alter table account add check (state in ('active', 'suspended'));
alter table session add check (kind in ('session', 'rest', 'token'));
-- The same key twice is a mistake; keys may be longer than an index entry.
create unique index own_ssh_key on ssh_key (account_id, md5(split_part(ssh_pub_key, ' ', 2)));
create index own_session_expiry on session (expires_at) where expires_at is not null;
