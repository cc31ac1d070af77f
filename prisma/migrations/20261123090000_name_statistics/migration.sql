-- How many names a text matches is guessed from a sample of them. With the usual hundred a text that stands in one of a thousand names
-- looks like a common one, and all servers are read for it instead of the index of their names.
ALTER TABLE "server" ALTER COLUMN "name" SET STATISTICS 500;
ALTER TABLE "host" ALTER COLUMN "name" SET STATISTICS 500;
ANALYZE "server" ("name");
ANALYZE "host" ("name");
