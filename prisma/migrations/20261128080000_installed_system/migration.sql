-- The installation whose system is on a server's disks, instead of a template that nothing was written to.
ALTER TABLE "server" DROP COLUMN "os_template_id",
                     ADD COLUMN "installed_id" INTEGER;
update server s set installed_id = (select max(o.id) from operation o where o.server_id = s.id and o.type = 'install' and o.status = 'ok')
 where exists (select 1 from operation o where o.server_id = s.id and o.type = 'install' and o.status = 'ok');
