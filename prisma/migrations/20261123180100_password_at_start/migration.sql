-- A password that the guest of a stopped VM takes over at its next start.
ALTER TABLE "host" ADD COLUMN "password_at_start" BOOLEAN NOT NULL DEFAULT false;
