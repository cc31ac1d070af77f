-- Who issued a session or token and from where it was used last, and the end that what it issues may not pass.
ALTER TABLE "session" ADD COLUMN     "grant_until" TIMESTAMPTZ(3),
ADD COLUMN     "issued_with" TEXT NOT NULL DEFAULT 'password',
ADD COLUMN     "issuer_id" INTEGER,
ADD COLUMN     "last_ip" INET;

ALTER TABLE "sign_in_key" ADD COLUMN     "grant_until" TIMESTAMPTZ(3),
ADD COLUMN     "issuer_id" INTEGER;

-- What was issued before: a token by its owner, over a way that was not noted. A token with an end bounds what it issues.
update session set issuer_id = account_id, issued_with = case when kind = 'token' then 'rest' else 'password' end,
  grant_until = case when kind = 'token' then expires_at end;
