-- Stored and never read: the panel sends no mail that could confirm an address.
ALTER TABLE "account" DROP COLUMN "email_confirmed";
